// Lets the arrow keys go to the item or page before and to the next one, as the links do; a person may turn keys off.
"use strict";
(() => {
  if (document.body.dataset.keys !== "on") return;
  const links = { ArrowLeft: "before", ArrowRight: "next" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (event.target.closest("input, textarea, select, [role=document], [role=group]")) return;
    const link = links[event.key] && document.getElementById(links[event.key]);
    if (!link) return;
    event.preventDefault();
    location.assign(link.href);
  });
})();
