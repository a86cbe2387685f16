// Says aloud what is marked on the page, brings the quote that is looked at into view, and lets the mouse select words:
// a browser alone loses the line where the mouse leaves its letters.
"use strict";
(() => {
  const told = document.getElementById("told");
  const marked = document.getElementById("marked");
  const before = told && told.textContent; // whatever is said in the meantime is newer
  if (told && marked) setTimeout(() => { if (told.textContent === before) told.textContent = marked.textContent; }, 300);
  const chosen = document.querySelector(".facsimile .chosen, .facsimile .cited, .facsimile .gold, .facsimile-text mark");
  if (chosen) chosen.scrollIntoView({ block: "nearest" });

  for (const page of document.querySelectorAll("svg.facsimile")) {
    const lines = [...page.querySelectorAll(".words text")].map((text) => ({
      node: text.firstChild,
      places: text.getAttribute("x").split(" ").map(Number),
      end: Number(text.dataset.end),
      base: Number(text.getAttribute("y")),
      size: Number(text.getAttribute("font-size")),
      turn: (text.transform.baseVal.numberOfItems ? text.transform.baseVal.getItem(0).angle : 0) * Math.PI / 180,
    })).filter((line) => line.node);
    let anchor = null;

    // the place in the text that is nearest to a place on the screen
    const nearest = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(page.getScreenCTM().inverse());
      let best = null;
      for (const line of lines) {
        const along = at.x * Math.cos(line.turn) + at.y * Math.sin(line.turn);
        const across = at.y * Math.cos(line.turn) - at.x * Math.sin(line.turn);
        const last = line.places.length - 1;
        const beside = Math.max(line.places[0] - along, along - line.end, 0);
        const apart = Math.max(line.base - line.size - across, across - line.base - line.size / 3, 0);
        const distance = Math.hypot(beside, 3 * apart);
        if (best !== null && best.distance <= distance) continue;
        let offset = 0;
        while (offset <= last && along > (line.places[offset] + (offset < last ? line.places[offset + 1] : line.end)) / 2) offset += 1;
        best = { distance, node: line.node, offset };
      }
      return best;
    };

    page.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || event.detail > 1) return;
      anchor = nearest(event);
      if (anchor === null) return;
      event.preventDefault();
      page.focus({ preventScroll: true });
      page.setPointerCapture(event.pointerId);
      getSelection().setBaseAndExtent(anchor.node, anchor.offset, anchor.node, anchor.offset);
    });
    page.addEventListener("pointermove", (event) => {
      if (anchor === null) return;
      const here = nearest(event);
      getSelection().setBaseAndExtent(anchor.node, anchor.offset, here.node, here.offset);
    });
    const release = () => { anchor = null; };
    page.addEventListener("pointerup", release);
    page.addEventListener("pointercancel", release);
    page.addEventListener("mousedown", (event) => { if (anchor !== null) event.preventDefault(); });
  }
})();
