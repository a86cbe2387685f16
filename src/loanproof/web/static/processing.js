// Shows how far the analysis of a document is; when it has ended, the page is loaded for what came of it.
"use strict";
(() => {
  const part = document.getElementById("processing");
  const hint = document.getElementById("load-again");
  if (!part) return;
  hint.hidden = true;
  const bar = document.getElementById("bar");
  const far = document.getElementById("far");
  const ask = async () => {
    let found;
    try {
      const answer = await fetch(part.dataset.address, { credentials: "same-origin" });
      if (!answer.ok) throw new Error(String(answer.status));
      found = await answer.json();
    } catch {
      hint.hidden = false; // the server is gone, or the session is over: say again what a person can do
      return;
    }
    if (found.ended) {
      location.reload();
      return;
    }
    const pages = found.total ? ` Page ${found.done} of ${found.total}.` : "";
    if (found.sentence && far.textContent !== found.sentence + pages) far.textContent = found.sentence + pages;
    if (found.total) {
      bar.max = found.total;
      bar.value = found.done;
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 500);
})();
