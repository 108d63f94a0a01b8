/** One button that opens the navigation of the page on narrow screens. Without scripts, the navigation is always open. */

const root = document.documentElement;
const button = document.createElement("button");
button.type = "button";
button.className = "button small menu-button";
button.textContent = "Menu";

function show(isOpen: boolean): void {
  root.classList.toggle("menu-open", isOpen);
  button.ariaExpanded = String(isOpen);
}

root.classList.add("has-menu");
show(false);
button.addEventListener("click", () => show(button.ariaExpanded !== "true"));
addEventListener("hashchange", () => show(false));
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || button.ariaExpanded !== "true") return;
  show(false);
  button.focus();
});
document.querySelector(".top .brand")?.after(button);
export {};
