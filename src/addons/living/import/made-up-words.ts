/** The words for anonymized people. */
import { words } from "./source.js";

export const givenNames = words(`
  Ada Alma Amir Anouk Arlo Aron Asta Aurel Bela Bent Birk Bruna Carla Casper Cleo Dana Dario Delia Edda Eike Elin Elio
  Emre Enna Esra Ezra Fabio Fenja Finn Flora Gerda Gino Greta Hanno Hedda Henri Ida Ilja Imke Ines Iris Jaro Jette Jonte
  Juna Kaya Keno Kian Kira Lasse Lena Levi Linus Livia Luan Luca Lumi Maja Malin Malte Mara Mats Mila Milo Mina Nelio
  Nele Nils Nora Odin Ole Olga Otis Pia Quinn Rania Ravi Remo Rike Romy Rune Sami Selma Silas Sina Sora Svea Tala Tamo
  Tessa Theo Tilda Tomke Una Valeska Vito Wanda Wim Yara Yuma Zora
`);

export const familyNames = words(`
  Abel Adler Albers Amberg Anders Arens Asmus Auer Bach Bader Barth Behrens Berger Bloom Borne Brandt Brook Burke Cordes
  Craft Dahl Daley Degen Dorn Drake Eberle Eden Elder Engel Ernst Faber Falk Fenner Field Forster Frey Gale Garn Gerber
  Glaser Gordon Graf Hagen Hale Hardt Harms Heller Hobbs Holt Horn Ibsen Irving Jacobs Jansen Jordan Kaiser Kant Keller
  Kern Kolb Kramer Lane Lange Larsen Lenz Lind Lorenz Maas Marsh Martens Meadow Menzel Morris Nagel Neal Nolte North
  Olsen Osborn Otto Pape Parker Petri Pohl Quast Rabe Reed Reimer Ritter Rowe Sander Sauer Schell Shore Simons Stark
  Stone Tamm Thoma Thorn Uhl Ulmer Voss Wade Walther Weiss Wells West Wild Winter Wolter York Zander Zell
`);

export const places = words(`
  Ashford Birkenau Brookfield Clearwater Dunmore Eastham Elmstad Fairview Falkenrode Glenwood Greenfield Hartwell
  Hazelton Kingsbury Lakeside Langenfeld Maplewood Millbrook Northam Oakdale Riverton Rosenthal Seaford Silverton
  Southwick Springdale Stonebridge Sundorf Thornbury Waldheim Westbrook Willowby Winterfeld
`);

export const streetKinds = words("Street Lane Road Avenue Way Drive Court Place");

export const companyKinds = words("Ltd Trading Works Studio Supplies Partners Services Goods");

/** Titles that do not identify a person and are kept. */
export const titles = words(
  "mr mrs ms miss mx dr prof herr frau sir madam mme mlle m jr sr ii iii iv phd md msc ba",
);
