/** Progressive enhancement of pages: language tabs, and buttons that copy code. All content is there without scripts. */
import "./menu.js";

const chosenKey = "store-api-language";
let lastId = 0;

for (const tabs of document.querySelectorAll<HTMLElement>("[data-tabs]")) makeTabs(tabs);
for (const code of document.querySelectorAll<HTMLElement>("pre[data-copy]")) addCopyButton(code);

/** Tabs according to the ARIA authoring practices: one stop for the Tab key, arrow keys between tabs. */
function makeTabs(tabs: HTMLElement): void {
  const panels = [...tabs.querySelectorAll<HTMLElement>(":scope > [data-tab]")];
  const list = document.createElement("div");
  list.className = "tab-list";
  list.role = "tablist";
  list.ariaLabel = tabs.ariaLabel;
  tabs.removeAttribute("aria-label");
  const buttons = panels.map((panel) => tabFor(panel));
  list.append(...buttons);
  list.addEventListener("keydown", (event) => {
    const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || next === undefined) return;
    event.preventDefault();
    const target = buttons[(next + buttons.length) % buttons.length];
    target?.focus();
    target?.click();
  });
  tabs.prepend(list);
  tabs.classList.add("live");
  show(tabs, localStorage.getItem(chosenKey) ?? "");
}

function tabFor(panel: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  const language = panel.dataset.tab ?? "";
  button.type = "button";
  button.role = "tab";
  button.textContent = language;
  button.id = `tab-${++lastId}`;
  button.dataset.language = language;
  panel.role = "tabpanel";
  panel.setAttribute("aria-labelledby", button.id);
  button.addEventListener("click", () => {
    localStorage.setItem(chosenKey, language);
    // The language changes in all tabs of the page; scrolling keeps the clicked tab in place.
    const before = button.getBoundingClientRect().top;
    for (const tabs of document.querySelectorAll<HTMLElement>("[data-tabs]")) show(tabs, language);
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: "instant" });
  });
  return button;
}

function show(tabs: HTMLElement, language: string): void {
  const panels = [...tabs.querySelectorAll<HTMLElement>(":scope > [data-tab]")];
  const buttons = [...tabs.querySelectorAll<HTMLButtonElement>(":scope > .tab-list > button")];
  const isThere = panels.some((panel) => panel.dataset.tab === language);
  const chosen = isThere ? language : panels[0]?.dataset.tab;
  for (const panel of panels) panel.hidden = panel.dataset.tab !== chosen;
  for (const button of buttons) {
    const isChosen = button.dataset.language === chosen;
    button.ariaSelected = String(isChosen);
    button.tabIndex = isChosen ? 0 : -1;
  }
}

function addCopyButton(code: HTMLElement): void {
  const frame = document.createElement("div");
  frame.className = "code-frame";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button small";
  button.textContent = "Copy";
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(code.textContent ?? "").then(
      () => say(button, "Copied"),
      () => say(button, "Not allowed"),
    );
  });
  code.replaceWith(frame);
  frame.append(code, button);
}

function say(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = "Copy"), 1500);
}
