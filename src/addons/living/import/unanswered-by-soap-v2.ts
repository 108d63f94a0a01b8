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

/** One remark for each kind of object, with the names of the members. */
export function unansweredBySoapV2(shapes: RowShapes): string[] {
  const types = shopContract.tables.soapTypes.rpc;
  const membersOf = (type: string) => {
    const form = types[type];
    return form && "members" in form ? form.members : [];
  };
  const costs =
    "By SOAP v2, Magento does not return group prices and the vat_id of addresses. --door xmlrpc counts them.";
  const members = kinds.flatMap(([name, given, collection, part]) => {
    const parts = given.split(" ").flatMap(membersOf);
    const answered = new Set(parts.filter(({ isExtra }) => !isExtra).map((member) => member.name));
    const isLost = (member: string) => !answered.has(member) && parts.some((one) => one.name === member);
    const lost = shapes.members(collection, part).filter(isLost);
    if (lost.length === 0) return [];
    return [
      `By SOAP v2, Magento does not return these members of ${name}: ${lost.join(", ")}. --door xmlrpc reads them.`,
    ];
  });
  return [...members, costs];
}
