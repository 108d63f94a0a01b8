/** Members that SOAP v2 does not return, although other doors do: its WSDL has types with fewer members. */
import type { CollectionName } from "../../../engine/storage/storage.js";
import { shopContract } from "../../../shop/contract.js";
import type { RowShapes } from "./rows.js";

type Kind = readonly [name: string, types: string, collection: CollectionName, part?: string];

const kinds: readonly Kind[] = [
  ["orders", "salesOrderEntity salesOrderListEntity", "orders"],
  ["items of orders", "salesOrderItemEntity", "orders", "items"],
  ["addresses of orders", "salesOrderAddressEntity", "orders", "billing_address"],
  ["payments", "salesOrderPaymentEntity", "orders", "payment"],
  ["histories of orders", "salesOrderStatusHistoryEntity", "orders", "status_history"],
  ["invoices", "salesOrderInvoiceEntity", "invoices"],
  ["items of invoices", "salesOrderInvoiceItemEntity", "invoices", "items"],
  ["shipments", "salesOrderShipmentEntity", "shipments"],
  ["credit memos", "salesOrderCreditmemoEntity", "creditmemos"],
  ["items of credit memos", "salesOrderCreditmemoItemEntity", "creditmemos", "items"],
  ["customers", "customerCustomerEntity", "customers"],
  ["addresses of customers", "customerAddressEntityItem", "addresses"],
];

function membersOf(type: string) {
  const form = shopContract.tables.soapTypes.rpc[type];
  return form && "members" in form ? form.members : [];
}

/** The members of a type in the WSDL of Magento. */
export function answeredBySoapV2(type: string): string[] {
  return membersOf(type).flatMap(({ name, isExtra }) => (isExtra ? [] : [name]));
}

/** One remark for each kind of object, with the names of the members. */
export function unansweredBySoapV2(shapes: RowShapes): string[] {
  const costs =
    "By SOAP v2, Magento does not return group prices and the vat_id of addresses. --door xmlrpc counts them.";
  const members = kinds.flatMap(([name, given, collection, part]) => {
    const types = given.split(" ");
    const answered = new Set(types.flatMap(answeredBySoapV2));
    const known = new Set(types.flatMap((type) => membersOf(type).map((member) => member.name)));
    const lost = shapes.members(collection, part).filter((one) => known.has(one) && !answered.has(one));
    if (lost.length === 0) return [];
    return [
      `By SOAP v2, Magento does not return these members of ${name}: ${lost.join(", ")}. --door xmlrpc reads them.`,
    ];
  });
  return [...members, costs];
}
