/** Script of every page of the documentation: the search, and the place of the page in the navigation. */
import { h, render } from "preact";
import { Search } from "./search.js";

const tools = document.querySelector("#top-tools");
if (tools) render(h(Search, null), tools);

keepPlaceInView();

function keepPlaceInView(): void {
  const nav = document.querySelector<HTMLElement>("#docs-nav");
  const here = nav?.querySelector<HTMLElement>("[aria-current]");
  if (nav && here) nav.scrollTop = Math.max(0, here.offsetTop - nav.clientHeight / 2);
}
