/** `customer_address`: the addresses of customers. API document, part 2; customers 3. */
import { withoutEffect } from "../../../engine/contract/members.js";
import type { HandlerSettings, Namespace } from "../../namespace.js";
import { validateAddress, type AddressDataContext } from "./address-data.js";
import {
  addressEntry,
  addressInfo,
  changedAddress,
  newAddress,
  noDefault,
  withDefaults,
  legacyAddressEntry,
  legacyAddressInfo,
} from "./address-record.js";
import { addressesOf, requireAddress, requireCustomer, saveDefaults } from "./addresses.js";
import { overriddenRegion } from "./region.js";
import { mapInSlices } from "../../../engine/time-slices.js";
import { countries } from "../../directory/countries.js";

export const customerAddress: Namespace<"customer_address"> = {
  async list(call) {
    const { args, tx } = call;
    const owner = await requireCustomer(call, args.customerId);

    const addresses = await addressesOf(tx, owner.id);
    const entryOf = call.isLegacy ? legacyAddressEntry : addressEntry;
    return mapInSlices(addresses, (address) => entryOf(address, owner));
  },

  async info(call) {
    const { address, owner } = await requireAddress(call, call.args.addressId);

    return (call.isLegacy ? legacyAddressInfo : addressInfo)(address, owner);
  },

  async create(call) {
    const { args, check, tx, fault, now, settings } = call;
    const owner = await requireCustomer(call, args.customerId);
    const { addressData } = check("addressData");
    const { fields, flags, problems } = validateAddress(addressData, undefined, addressContext(settings));
    const idle = withoutEffect(call, "addressData.", () => overriddenRegion(addressData, fields.region));
    if (problems.length + idle.length > 0) throw fault("data_invalid", [...problems, ...idle]);

    const id = await tx.next("address");
    await tx.put("addresses", newAddress(id, owner.id, fields, now));
    await saveDefaults(tx, owner, withDefaults(owner, id, flags, now));
    return id;
  },

  async update(call) {
    const { args, check, tx, fault, now, settings } = call;
    const { address, owner } = await requireAddress(call, args.addressId);
    const { addressData } = check("addressData");
    const { fields, flags, problems } = validateAddress(addressData, address, addressContext(settings));
    const idle = withoutEffect(call, "addressData.", () =>
      overriddenRegion(addressData, fields.region, address.region),
    );
    if (problems.length + idle.length > 0) throw fault("data_invalid", [...problems, ...idle]);

    await tx.put("addresses", changedAddress(address, fields, now));
    await saveDefaults(tx, owner, withDefaults(owner, address.id, flags, now));
    return true;
  },

  async delete(call) {
    const { args, tx, now } = call;
    const { address, owner } = await requireAddress(call, args.addressId);

    await tx.del("addresses", address.id);
    await saveDefaults(tx, owner, withDefaults(owner, address.id, noDefault, now));
    return true;
  },
};

function addressContext(settings: HandlerSettings): AddressDataContext {
  const { optionalPostcodeCountries, regionRequiredCountries } = settings;
  return { countries, optionalPostcodeCountries, regionRequiredCountries };
}
