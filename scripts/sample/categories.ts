/** The categories of the sample shop by ID; parents come before their children. */
import type { Texts } from "./rows.js";

export interface CategoryRow {
  readonly name: string;
  /** Default: the root category 2. */
  readonly parent?: string;
  readonly text?: string;
  readonly german?: Omit<Texts, "short">;
  /** Further members of the category data. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export const sampleCategories: readonly CategoryRow[] = [
  {
    name: "Kitchen",
    text: "Everything for the table: thrown, glazed and fired in our own workshop.",
    german: {
      name: "Küche",
      text: "Alles für den Tisch: in der eigenen Werkstatt gedreht, glasiert und gebrannt.",
    },
    more: { is_anchor: true, meta_title: "Handmade ceramics for the kitchen" },
  },
  {
    name: "Home",
    text: "Vases, planters and light for every room.",
    german: { name: "Wohnen", text: "Vasen, Übertöpfe und Licht für jeden Raum." },
    more: { is_anchor: true },
  },
  {
    name: "Mugs",
    parent: "Kitchen",
    text: "Mugs and cups that stay warm in the hand.",
    german: { name: "Becher", text: "Becher und Tassen, die gut in der Hand liegen." },
    more: { available_sort_by: ["position", "name", "price"], default_sort_by: "price" },
  },
  { name: "Plates and Bowls", parent: "Kitchen", german: { name: "Teller und Schalen" } },
  { name: "Teapots and Jugs", parent: "Kitchen", german: { name: "Kannen und Krüge" } },
  { name: "Vases", parent: "Home", german: { name: "Vasen" } },
  { name: "Planters", parent: "Home", german: { name: "Pflanzgefäße" } },
  { name: "Candles and Light", parent: "Home", german: { name: "Kerzen und Licht" } },
  {
    name: "Workshop",
    text: "Learn to throw, or take a recipe home.",
    german: { name: "Werkstatt", text: "Drehen lernen oder ein Rezept mit nach Hause nehmen." },
  },
  { name: "Courses", parent: "Workshop", german: { name: "Kurse" } },
  { name: "Patterns and Guides", parent: "Workshop", german: { name: "Muster und Anleitungen" } },
  { name: "Gifts", german: { name: "Geschenke" } },
  { name: "Coffee Mugs", parent: "Mugs", german: { name: "Kaffeebecher" } },
  { name: "Espresso Cups", parent: "Mugs", german: { name: "Espressotassen" } },
  { name: "Dinner Plates", parent: "Plates and Bowls", german: { name: "Speiseteller" } },
  { name: "Bowls", parent: "Plates and Bowls", german: { name: "Schalen" } },
  { name: "Floor Vases", parent: "Vases", german: { name: "Bodenvasen" }, more: { include_in_menu: false } },
  {
    name: "Winter Market",
    text: "Opens in November.",
    german: { name: "Wintermarkt", text: "Öffnet im November." },
    more: { is_active: false },
  },
];
