/** Script of every page of the documentation: the search, and the navigation on narrow screens. */
import { h, render } from "preact";
import { Search } from "./search.js";

const tools = document.querySelector("#top-tools");
if (tools) render(h(Search, null), tools);

makeToggle();
keepPlaceInView();

/** Adds the button that opens the navigation on narrow screens. */
function makeToggle(): void {
  const nav = document.querySelector<HTMLElement>("#docs-nav");
  const top = document.querySelector(".top");
  if (!nav || !top) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small docs-toggle";
  button.textContent = "All pages";
  button.setAttribute("aria-controls", nav.id);
  const show = (isOpen: boolean) => {
    nav.classList.toggle("open", isOpen);
    button.ariaExpanded = String(isOpen);
  };
  button.addEventListener("click", () => show(!nav.classList.contains("open")));
  nav.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    show(false);
    button.focus();
  });
  show(false);
  nav.before(button);
}

function keepPlaceInView(): void {
  const nav = document.querySelector<HTMLElement>("#docs-nav");
  const here = nav?.querySelector<HTMLElement>("[aria-current]");
  if (nav && here) nav.scrollTop = Math.max(0, here.offsetTop - nav.clientHeight / 2);
}
