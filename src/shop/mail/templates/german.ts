import { statusLabel } from "../../stores/order-statuses.js";
import { nameOf, type Topic, type LetterWords } from "./words.js";

const update = ({ order, status }: Topic) =>
  `es gibt Neues zu Ihrer Bestellung ${order}. Ihr Stand: ${status}.`;

const statuses = {
  pending: "Eingegangen",
  pending_payment: "Zahlung ausstehend",
  processing: "In Bearbeitung",
  holded: "Angehalten",
  complete: "Abgeschlossen",
  closed: "Geschlossen",
  canceled: "Storniert",
  fraud: "Betrugsverdacht",
  payment_review: "Zahlung wird geprüft",
  pending_paypal: "Zahlung über PayPal ausstehend",
  paypal_reversed: "PayPal-Zahlung zurückgebucht",
  paypal_canceled_reversal: "PayPal-Rückbuchung aufgehoben",
};

const payments = {
  checkmo: "Scheck oder Zahlungsanweisung",
  banktransfer: "Überweisung",
  cashondelivery: "Nachnahme",
  purchaseorder: "Kauf auf Bestellnummer",
  free: "Keine Zahlung nötig",
  test_authorize: "Karte (simuliert, vorgemerkt)",
  test_sale: "Karte (simuliert, sofort bezahlt)",
};

export const german: LetterWords = {
  subject: {
    order_new: ({ order, shop }) => `Ihre Bestellung ${order} bei ${shop}`,
    order_comment: ({ order }) => `Neues zu Ihrer Bestellung ${order}`,
    invoice_new: ({ order, document }) => `Rechnung ${document} zu Ihrer Bestellung ${order}`,
    invoice_comment: ({ order, document }) => `Neues zur Rechnung ${document}, Bestellung ${order}`,
    shipment_new: ({ order, document }) => `Lieferung ${document} zu Ihrer Bestellung ${order} ist unterwegs`,
    shipment_comment: ({ order, document }) => `Neues zur Lieferung ${document}, Bestellung ${order}`,
    creditmemo_new: ({ order, document }) => `Gutschrift ${document} zu Ihrer Bestellung ${order}`,
    creditmemo_comment: ({ order, document }) => `Neues zur Gutschrift ${document}, Bestellung ${order}`,
  },
  opening: {
    order_new: ({ order, shop }) =>
      `vielen Dank für Ihren Einkauf bei ${shop}. Wir haben Ihre Bestellung ${order} erhalten.`,
    order_comment: update,
    invoice_new: ({ order, document }) => `hier ist die Rechnung ${document} zu Ihrer Bestellung ${order}.`,
    invoice_comment: update,
    shipment_new: ({ order, document }) =>
      `diese Artikel Ihrer Bestellung ${order} sind auf dem Weg zu Ihnen (Lieferung ${document}).`,
    shipment_comment: update,
    creditmemo_new: ({ order, document }) =>
      `wir haben Ihre Bestellung ${order} ganz oder zum Teil erstattet. Das ist die Gutschrift ${document}.`,
    creditmemo_comment: update,
  },
  greeting: (name) => (name === "" ? "Guten Tag," : `Guten Tag ${name},`),
  closing: {
    registered: "Alles zu dieser Bestellung finden Sie in Ihrem Kundenkonto.",
    guest: "Sie haben als Gast bestellt. Bitte bewahren Sie diese Nachricht auf: Sie nennt Ihre Bestellung.",
  },
  comment: "Anmerkung",
  orderNumber: "Bestellung",
  orderDate: "Bestellt am",
  orderStatus: "Stand",
  shippingBy: "Versandart",
  paidBy: "Zahlungsart",
  tracking: "Sendungsnummern",
  billTo: "Rechnungsadresse",
  shipTo: "Lieferadresse",
  headings: { item: "Artikel", qty: "Menge", amount: "Betrag" },
  totals: {
    subtotal: "Zwischensumme",
    discount: "Rabatt",
    shipping: "Versand",
    tax: "Steuer",
    adjustmentPositive: "Zusätzliche Erstattung",
    adjustmentNegative: "Einbehaltene Gebühr",
    grandTotal: "Gesamtsumme",
    refunded: "Erstattet",
  },
  status: (code) => nameOf(code, statuses) ?? statusLabel(code),
  payment: (method) => nameOf(method, payments) ?? method,
  decimalMark: ",",
};
