import { statusLabel } from "../../stores/order-statuses.js";
import { nameOf, type Topic, type LetterWords } from "./words.js";

const update = ({ order, status }: Topic) =>
  `There is news about your order ${order}. Its status: ${status}.`;

const payments = {
  checkmo: "Check / Money Order",
  banktransfer: "Bank Transfer",
  cashondelivery: "Cash on Delivery",
  purchaseorder: "Purchase Order",
  free: "No Payment Needed",
  test_authorize: "Card (simulated, authorized)",
  test_sale: "Card (simulated, paid at once)",
};

export const english: LetterWords = {
  subject: {
    order_new: ({ order, shop }) => `Your order ${order} at ${shop}`,
    order_comment: ({ order }) => `News about your order ${order}`,
    invoice_new: ({ order, document }) => `Invoice ${document} for your order ${order}`,
    invoice_comment: ({ order, document }) => `News about invoice ${document} for your order ${order}`,
    shipment_new: ({ order, document }) => `Shipment ${document} of your order ${order} is on its way`,
    shipment_comment: ({ order, document }) => `News about shipment ${document} of your order ${order}`,
    creditmemo_new: ({ order, document }) => `Credit memo ${document} for your order ${order}`,
    creditmemo_comment: ({ order, document }) => `News about credit memo ${document} for your order ${order}`,
  },
  opening: {
    order_new: ({ order, shop }) =>
      `Thank you for shopping at ${shop}. We have received your order ${order}.`,
    order_comment: update,
    invoice_new: ({ order, document }) => `Here is invoice ${document} for your order ${order}.`,
    invoice_comment: update,
    shipment_new: ({ order, document }) =>
      `These items of your order ${order} are on their way to you (shipment ${document}).`,
    shipment_comment: update,
    creditmemo_new: ({ order, document }) =>
      `We have refunded part or all of your order ${order}. This is credit memo ${document}.`,
    creditmemo_comment: update,
  },
  greeting: (name) => (name === "" ? "Hello," : `Hello ${name},`),
  closing: {
    registered: "You can find everything about this order in your customer account.",
    guest: "You ordered as a guest, so please keep this message: it contains your order number.",
  },
  comment: "Comment",
  orderNumber: "Order",
  orderDate: "Ordered on",
  orderStatus: "Status",
  shippingBy: "Shipping method",
  paidBy: "Payment method",
  tracking: "Tracking",
  billTo: "Billing address",
  shipTo: "Shipping address",
  headings: { item: "Item", qty: "Quantity", amount: "Amount" },
  totals: {
    subtotal: "Subtotal",
    discount: "Discount",
    shipping: "Shipping",
    tax: "Tax",
    adjustmentPositive: "Adjustment refund",
    adjustmentNegative: "Adjustment fee",
    grandTotal: "Grand total",
    refunded: "Refunded",
  },
  status: statusLabel,
  payment: (method) => nameOf(method, payments) ?? method,
  decimalMark: ".",
};
