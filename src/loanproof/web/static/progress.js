// Shows how far a run is without loading the page again; when it has ended, the page is loaded for its verdict.
"use strict";
(() => {
  const list = document.getElementById("progress");
  const hint = document.getElementById("load-again");
  if (!list) return;
  hint.hidden = true;
  const ask = async () => {
    let found;
    try {
      const answer = await fetch(list.dataset.address, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      found = await answer.json();
    } catch {
      hint.hidden = false; // the server is gone, or the session is over: say again what a person can do
      return;
    }
    if (found.ended) {
      location.replace(list.dataset.page);
      return;
    }
    for (const bar of list.querySelectorAll("progress")) bar.value = found[bar.dataset.part];
    for (const count of list.querySelectorAll("[data-count]")) {
      count.textContent = found[count.dataset.count].toLocaleString("en");
    }
    setTimeout(ask, 2000);
  };
  setTimeout(ask, 1000);
})();
