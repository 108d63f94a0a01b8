/** The region of an address: one of the directory, or free text (customers 3.6). */
import type { AddressDoc } from "../../data/entities/customer.js";
import type { CountryDirectory } from "../../directory/countries.js";
import { isEmpty, isSame } from "../../../engine/contract/members.js";
import { quote } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import { maxId, toInt, type DataObject } from "../../../engine/values/coercion.js";
import {
  isAbsent,
  readByRow,
  refuse,
  requiredMessage,
  set,
  type Reading,
} from "../../../engine/contract/inputs.js";
import { inputs } from "../../inputs.js";

type RegionFields = Pick<AddressDoc, "region" | "region_id">;

interface RegionContext {
  readonly countries: CountryDirectory;
  readonly regionRequiredCountries: readonly string[];
}

const none: RegionFields = { region: null, region_id: null };

/**
 * The region after a change, and the problems of the given one.
 * @param country country of the address after the change; undefined if it is missing or unknown
 */
export function resolveRegion(
  data: DataObject,
  stored: Pick<AddressDoc, "region" | "region_id" | "country_id"> | undefined,
  country: string | undefined,
  { countries, regionRequiredCountries }: RegionContext,
): RegionFields & { readonly problems: readonly Problem[] } {
  const text = isAbsent(data.region) ? undefined : readByRow(inputs.NewCustomerAddress.region, data.region);
  const id = isAbsent(data.region_id) ? undefined : readRegionId(data.region_id);
  const problems = [...problemOf("region", text), ...problemOf("region_id", id)];
  if (problems.length > 0 || country === undefined) return { ...none, problems };

  const kept = stored ? keptRegion(stored, country, countries) : none;
  const given = { region: valueOf(text), region_id: valueOf(id) };
  const merged = mergedRegion(given, kept, country, countries);
  const region = merged.region_id === null ? merged : namedRegion(merged, country, countries);
  if (!region)
    return { ...none, problems: [{ field: "region_id", message: "is not a region of the country" }] };

  const isMissing = region.region === null && region.region_id === null;
  if (!isMissing || !regionRequiredCountries.includes(country)) return { ...region, problems: [] };
  return { ...region, problems: [{ field: "region", message: requiredMessage }] };
}

/**
 * A given name of the region that is not taken over, since the region ID has another one; for strict handling.
 * @param stored the name before the change, which may be sent back
 */
export function overriddenRegion(
  { region, region_id }: DataObject,
  resolved: string | null,
  stored?: string | null,
): Problem[] {
  const isTaken = isEmpty(region) || isEmpty(region_id) || isSame(region, resolved) || isSame(region, stored);
  if (isTaken || resolved === null) return [];
  const message = `has no effect beside region_id ${quote(region_id)}, which is ${quote(resolved)}`;
  return [{ field: "region", message }];
}

/** Null for 0 and "", which mean no region. */
function readRegionId(value: unknown): Reading<number | null> {
  const id = value === "" ? 0 : toInt(value);
  if (id === undefined || id < 0 || id > maxId) return refuse("must be the number of a region");
  return set(id === 0 ? null : id);
}

function problemOf(field: string, reading: Reading<unknown> | undefined): Problem[] {
  return reading && "message" in reading ? [{ field, message: reading.message }] : [];
}

function valueOf<Value>(reading: Reading<Value> | undefined): Value | undefined {
  return reading?.kind === "set" ? reading.value : undefined;
}

/** The stored region, unless it belongs to another country. */
function keptRegion(
  stored: RegionFields & Pick<AddressDoc, "country_id">,
  country: string,
  countries: CountryDirectory,
): RegionFields {
  const { region, region_id, country_id } = stored;
  const stays = region_id === null || country === country_id || countries.region(country, region_id);
  return stays ? { region, region_id } : none;
}

/** The given members (undefined = not given) over the stored ones. The directory is not checked yet. */
function mergedRegion(
  given: { readonly region: string | null | undefined; readonly region_id: number | null | undefined },
  kept: RegionFields,
  country: string,
  countries: CountryDirectory,
): RegionFields {
  if (typeof given.region_id === "number") {
    return { region: given.region === undefined ? kept.region : given.region, region_id: given.region_id };
  }
  if (typeof given.region === "string") {
    const isSame = given.region_id === undefined && given.region === kept.region;
    const number = isSame ? kept.region_id : regionNumber(given.region, country, countries);
    return { region: given.region, region_id: number };
  }
  if (given.region === null) return none;
  if (given.region_id === undefined) return kept;
  // Removing a region of the directory removes its name, too; free text stays.
  return countries.hasRegions(country) && kept.region_id !== null ? none : { ...kept, region_id: null };
}

/** The region ID that a text of digits stands for; null if it is not one. */
function regionNumber(text: string, country: string, countries: CountryDirectory): number | null {
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return countries.region(country, id) ? id : null;
}

/** The region with its name from the directory; undefined if the directory does not have it. */
function namedRegion(
  region: RegionFields,
  country: string,
  countries: CountryDirectory,
): RegionFields | undefined {
  if (!countries.hasRegions(country)) return region;
  const known = region.region_id === null ? undefined : countries.region(country, region.region_id);
  return known && { region: known.name, region_id: known.region_id };
}
