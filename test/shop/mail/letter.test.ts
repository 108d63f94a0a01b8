/** The content of each kind of message, as text and as HTML (sales 16.3). */
import { describe, expect, test } from "vitest";
import {
  composeLetter,
  type LetterContent,
  type MailSubject,
} from "../../../src/shop/mail/templates/compose.js";
import { letterHtml } from "../../../src/shop/mail/templates/html.js";
import { letterText } from "../../../src/shop/mail/templates/text.js";
import { addressOf, creditmemo, invoice, orderOf, shipment } from "./support/orders.js";

const shop = { name: "Main Website Store", contact: "shop@example.com", language: "en" } as const;

function letter(subject: MailSubject, given: Partial<Omit<LetterContent, keyof MailSubject>> = {}) {
  const made = composeLetter({ ...subject, order: orderOf(), comment: null, shop, ...given });
  return { subject: made.subject, text: letterText(made), html: letterHtml(made) };
}

const subjects: readonly MailSubject[] = [
  { template: "order_new" },
  { template: "order_comment" },
  { template: "invoice_new", document: invoice },
  { template: "invoice_comment", document: invoice },
  { template: "shipment_new", document: shipment },
  { template: "shipment_comment", document: shipment },
  { template: "creditmemo_new", document: creditmemo },
  { template: "creditmemo_comment", document: creditmemo },
];

test("a new order has this text", () => {
  expect(letter({ template: "order_new" }, { comment: "Please ring twice." })).toMatchObject({
    subject: "Your order 100000001 at Main Website Store",
    text: `Hello Anna Becker,

Thank you for shopping at Main Website Store. We have received your order 100000001.

Comment:
Please ring twice.

Order: 100000001
Ordered on: 2025-06-01
Shipping method: Flat Rate - Fixed
Payment method: Check / Money Order

------------------------------------------------------------------------
2 x Blue Mug (mug-01)                                          20.00 USD
0.5 x Clay, by weight (clay)                                   10.00 USD
------------------------------------------------------------------------
Subtotal                                                       30.00 USD
Discount                                                       -3.00 USD
Shipping                                                        5.00 USD
Tax                                                             2.23 USD
Grand total                                                    34.23 USD

Billing address:
Anna Becker
100 Market Street
Apartment 4
94105 San Francisco
California
US
555-0100

Shipping address:
Anna Becker
100 Market Street
Apartment 4
94105 San Francisco
California
US
555-0100

You can find everything about this order in your customer account.

-- 
Main Website Store
shop@example.com
`,
  });
});

describe.each(subjects)("$template", (subject) => {
  const number = subject.document?.increment_id ?? "100000001";
  const isUpdate = subject.template.endsWith("_comment");

  test("names shop, contact, order and document, in text and HTML", () => {
    const { text, html, ...made } = letter(subject);
    for (const body of [text, html]) {
      for (const said of ["Anna Becker", "100000001", "Main Website Store", "shop@example.com"]) {
        expect(body).toContain(said);
      }
    }
    expect(made.subject + text).toContain(number);
    expect(made.subject).toContain("100000001");
  });

  test("shows the comment only if it is included", () => {
    const { text, html } = letter(subject, { comment: "Line one\nLine two" });
    expect(text).toContain("Comment:\nLine one\nLine two\n");
    expect(html).toContain("Line one<br>Line two");
    expect(letter(subject).text).not.toContain("Comment");
    expect(letter(subject).html).not.toContain("Comment");
  });

  test("an update contains the status of the order, a new document lists items and addresses", () => {
    const { text, html } = letter(subject, { order: orderOf({ status: "holded" }) });
    expect(text.includes("Status: On Hold")).toBe(isUpdate);
    for (const body of [text, html]) {
      expect(body.includes("mug-01")).toBe(!isUpdate);
      expect(body.includes("100 Market Street")).toBe(!isUpdate);
      expect(body.includes("Check / Money Order")).toBe(!isUpdate);
      expect(body.includes("Flat Rate - Fixed")).toBe(!isUpdate);
    }
  });
});

describe("figures", () => {
  test("an invoice shows its own figures, without lines of zero", () => {
    const { text } = letter({ template: "invoice_new", document: invoice });
    expect(text).toMatch(/Subtotal +20\.00 USD\nShipping +5\.00 USD\nGrand total +25\.00 USD\n/);
  });

  test("a credit memo shows its adjustments", () => {
    const { text } = letter({ template: "creditmemo_new", document: creditmemo });
    expect(text).toMatch(/Adjustment refund +1\.50 USD\nAdjustment fee +-2\.00 USD\nRefunded +10\.30 USD\n/);
  });

  test("a shipment contains tracking numbers and no amounts", () => {
    const { text, html } = letter({ template: "shipment_new", document: shipment });
    expect(text).not.toContain("USD");
    expect(html).not.toContain("USD");
    expect(text).toContain("Tracking:\nDHL: JD 0001\nUnited Parcel Service: 1Z999\n");
  });
});

describe("recipients", () => {
  const guest = { customer_is_guest: 1, customer_id: null, customer_firstname: "", customer_lastname: "" };

  test("a guest is addressed by the billing address, with the guest text", () => {
    const order = orderOf({ ...guest, billing_address: addressOf({ firstname: "Gus", lastname: "Guest" }) });
    const { text } = letter({ template: "order_new" }, { order });
    expect(text).toContain("Hello Gus Guest,");
    expect(text).toContain("You ordered as a guest");
    expect(text).not.toContain("customer account");
  });

  test("a virtual order has no shipping address", () => {
    const order = orderOf({ shipping_address: null, shipping_description: null });
    const { text } = letter({ template: "order_new" }, { order });
    expect(text).not.toContain("Shipping address");
    expect(text).not.toContain("Shipping method");
  });

  test("a German store view", () => {
    const german = { shop: { ...shop, language: "de" } } as const;
    const { subject, text, html } = letter({ template: "order_comment" }, german);
    expect(subject).toBe("Neues zu Ihrer Bestellung 100000001");
    expect(text).toContain("Stand: Eingegangen");
    expect(html).toContain('<html lang="de">');
    expect(letter({ template: "order_new" }, german).text).toMatch(/Gesamtsumme +34,23 USD/);
  });
});

describe("hostile text", () => {
  const evil = `<script>alert("x")</script> & 'q'`;
  const lines = "Anna\r\nBcc: victim@example.com\r\n\r\nBody";

  test("is shown literally in HTML, whatever its source", () => {
    const order = orderOf({
      customer_firstname: evil,
      shipping_description: evil,
      status: evil,
      payment: { method: evil },
      items: [{ name: evil, sku: evil, qty_ordered: 1, row_total: 1 }],
      billing_address: addressOf({ street: evil, company: evil }),
      shipping_address: addressOf({ city: evil }),
      order_currency_code: evil,
    });
    const given = { order, comment: evil, shop: { ...shop, name: evil, contact: evil } };
    const evilShipment = { ...shipment, tracks: [{ title: evil, track_number: evil }] } as never;
    for (const subject of [...subjects, { template: "shipment_new", document: evilShipment } as const]) {
      const { html } = letter(subject, given);
      expect(html).not.toContain("<script");
      expect(html).not.toContain('alert("');
      expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;q&#39;");
    }
  });

  test("never adds a line to a subject or a greeting", () => {
    const order = orderOf({ customer_firstname: lines, increment_id: lines });
    const { subject, text } = letter({ template: "order_new" }, { order, shop: { ...shop, name: lines } });
    // oxlint-disable-next-line no-control-regex
    expect(subject).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    expect(text.split("\n")[0]).toContain("Bcc: victim@example.com");
  });

  test("loses control characters, keeps line breaks and other scripts", () => {
    const { text } = letter({ template: "order_new" }, { comment: "a\u0000b\u001b[31m\r\nžluťoučký 花 🏺" });
    expect(text).toContain("ab[31m\nžluťoučký 花 🏺\n");
  });

  test("a subject stays within 255 characters", () => {
    const given = { shop: { ...shop, name: "x".repeat(1000) } };
    expect(letter({ template: "order_new" }, given).subject).toHaveLength(255);
  });
});
