/** Asks for the control token and opens the page with it. */
import { keepControlToken, serviceUrl } from "./place.js";

const form = document.querySelector<HTMLFormElement>("#entrance");
const input = document.querySelector<HTMLInputElement>("#token");
const refusal = document.querySelector("#refusal");

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void enter(input?.value ?? "");
});

async function enter(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${serviceUrl}/pages/entrance`, { method: "POST", headers }).catch(
    () => undefined,
  );
  if (response?.ok) {
    keepControlToken(token);
    location.reload();
  } else if (refusal) {
    refusal.textContent = response ? "This is not the control token." : "The server cannot be reached.";
  }
}
