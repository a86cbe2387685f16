// Shows how far a run or an analysis is without loading the page again; when it has ended, the page is loaded anew.
"use strict";
(() => {
  const part = document.getElementById("progress");
  const hint = document.getElementById("load-again");
  if (!part) return;
  hint.hidden = true;
  const show = (found) => {
    for (const bar of part.querySelectorAll("progress")) {
      const most = found[bar.dataset.most];
      const done = found[bar.dataset.part];
      if (most) bar.max = most;
      if (typeof done === "number") bar.value = done;
    }
    for (const count of part.querySelectorAll("[data-count]")) {
      const told = found[count.dataset.count];
      const text = typeof told === "number" ? told.toLocaleString("en") : told;
      if (text && count.textContent !== text) count.textContent = text; // what has not changed is not said aloud again
    }
  };
  const ask = async () => {
    try {
      const answer = await fetch(part.dataset.address, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      const found = await answer.json();
      if (found.ended) {
        location.reload();
        return;
      }
      show(found);
    } catch {
      hint.hidden = false; // the server is gone, or the session is over: say again what a person can do
      return;
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 500);
})();
