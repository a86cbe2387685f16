// The keys of the review. Every key does what a button or link on the page does; a person may turn them off.
"use strict";
(() => {
  const review = document.getElementById("review");
  if (!review || review.dataset.keys !== "on") return;
  const told = document.getElementById("told");
  const say = (text) => { if (told) told.textContent = text; };
  const typing = (target) => target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select") !== null;
  const go = (address) => { if (address) location.assign(address); };

  const field = (step) => {
    const links = Array.from(document.querySelectorAll(".fields a"));
    const at = links.findIndex((one) => one.getAttribute("aria-current") === "true");
    const next = links[at + step];
    if (at >= 0 && next) go(next.href);
  };

  const choose = (number) => {
    const choice = document.querySelector(`input[data-choice="${number}"]`);
    if (!choice) return;
    choice.checked = true;
    const form = choice.form;
    const isCorrection = choice.value === "correct" && form.elements.words;
    (isCorrection && !form.elements.words.value ? form.elements.words : form.elements.reason).focus();
    say(`Chosen: ${choice.closest("label").textContent.trim()}`);
  };

  const press = (selector) => {
    const button = document.querySelector(selector);
    if (!button) return;
    if (button.form.reportValidity()) button.click();
  };

  const help = () => {
    const keys = document.getElementById("keys");
    if (!keys) return;
    keys.open = !keys.open;
    keys.querySelector("summary").focus();
  };

  const acts = {
    ArrowLeft: () => go(review.dataset.before),
    ArrowRight: () => go(review.dataset.after),
    ArrowUp: () => field(-1),
    ArrowDown: () => field(1),
    Enter: () => press("[data-primary]"),
    "?": help,
  };

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      press("[data-next]");
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") {
      if (target !== document.body) target.blur();
      return;
    }
    if (typing(target)) return;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && (event.shiftKey || target.closest("input, [role=document], [role=group], .fields ol"))) return;
    if (event.key === "Enter" && target.closest("a, button, summary")) return; // they act themselves
    const act = /^[1-9]$/.test(event.key) ? () => choose(event.key) : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
