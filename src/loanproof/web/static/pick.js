// Turns a selection on the page into the words, the page and the place of a correction; the service checks and cites it.
"use strict";
(() => {
  const sheet = document.querySelector("[data-pick]");
  const form = document.querySelector("form.decide");
  if (!sheet || !form || !form.elements.words || !document.getElementById("picked")) return;
  const told = document.getElementById("told");
  const picked = document.getElementById("picked");
  const { words, value, page, start, end } = form.elements;
  const length = (text) => Array.from(text).length; // characters, not units of UTF-16

  // Where a point of the selection is: characters from the start of the page's text.
  const offset = (node, at) => {
    const line = (node.nodeType === Node.TEXT_NODE ? node.parentNode : node).closest("text[data-start]");
    const begin = line || sheet;
    const range = document.createRange();
    range.selectNodeContents(begin);
    range.setEnd(node, at);
    return (line ? Number(line.dataset.start) : 0) + length(range.toString());
  };

  // The words between two offsets, line by line: a browser leaves the line ends out of what it selects in SVG.
  const between = (from, to) => {
    const lines = sheet.querySelectorAll("text[data-start]");
    if (!lines.length) return Array.from(sheet.textContent).slice(from, to).join("");
    const parts = [];
    for (const line of lines) {
      const begin = Number(line.dataset.start);
      const letters = Array.from(line.textContent);
      if (begin < to && from < begin + letters.length) {
        parts.push(letters.slice(Math.max(from - begin, 0), to - begin).join(""));
      }
    }
    return parts.join(" ");
  };

  const inside = (node) => node && (node === sheet || sheet.contains(node));
  const pick = () => {
    const selected = document.getSelection();
    if (!selected || selected.isCollapsed || !selected.rangeCount) return;
    const range = selected.getRangeAt(0);
    if (!inside(range.startContainer) || !inside(range.endContainer)) return;
    const from = offset(range.startContainer, range.startOffset);
    const to = offset(range.endContainer, range.endOffset);
    const text = between(from, to).trim();
    if (!text) return;
    words.value = text;
    value.value = text.length <= 200 ? text : "";
    page.value = sheet.dataset.page;
    start.value = String(from);
    end.value = String(to);
    const choice = form.querySelector('input[value="correct"]');
    if (choice) choice.checked = true;
    show();
    if (told) told.textContent = `Picked on page ${sheet.dataset.page}: ${text.slice(0, 200)}`;
  };
  // What is selected so far, always in sight: the words and the page.
  const show = () => {
    const text = words.value.trim();
    const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    picked.textContent = text ? `Selected: “${shown}”${page.value ? `, page ${page.value}` : ""}` : "Selected: nothing yet";
  };
  const forget = () => { start.value = ""; end.value = ""; show(); }; // words that were written by hand are looked up
  document.addEventListener("pointerup", () => setTimeout(pick, 0));
  document.addEventListener("keyup", (event) => { if (event.shiftKey || event.key === "Shift") pick(); });
  document.addEventListener("touchend", () => setTimeout(pick, 0));
  words.addEventListener("input", forget);
  page.addEventListener("input", forget);
})();
