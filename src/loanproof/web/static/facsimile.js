// Says aloud what is marked on the page, and brings the quote that is looked at into view.
"use strict";
(() => {
  const told = document.getElementById("told");
  const marked = document.getElementById("marked");
  if (told && marked) setTimeout(() => { told.textContent = marked.textContent; }, 300);
  const chosen = document.querySelector(".facsimile .chosen, .facsimile .cited, .facsimile .gold, .facsimile-text mark");
  if (chosen) chosen.scrollIntoView({ block: "nearest" });
})();
