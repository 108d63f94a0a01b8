/** Sends messages of the outbox by SMTP, with nodemailer. */
import type { Transporter } from "nodemailer";
import type { MailDoc } from "../data/entities/mail.js";
import { isEmail } from "../../engine/values/email.js";
import { milliseconds } from "../../engine/values/dates.js";

/** The failure of an attempt. */
export interface SendFailure {
  /**
   * `refused`: the server has refused this message permanently. `deferred`: it can accept this message later.
   * `unavailable`: the server accepts no messages at the moment, or it is unknown whether it has accepted this one.
   */
  readonly kind: "refused" | "deferred" | "unavailable";
  /** For the log; contains no address of a customer. */
  readonly reason: string;
}

export interface MailTransport {
  /** Undefined = the server has accepted the message. Never rejects. */
  send(mail: MailDoc): Promise<SendFailure | undefined>;
  /** Aborts the attempt in progress. */
  close(): void;
}

/** Milliseconds. nodemailer's default of ten minutes would block all further messages. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** One connection for up to a hundred messages, so that at most one message is in progress if something fails. */
const pool = { pool: true, maxConnections: 1, maxMessages: 100, maxRequeues: 0 } as const;

export class SmtpTransport implements MailTransport {
  private opened: Promise<Transporter> | undefined;
  private readonly ending = new AbortController();

  /** @param url `smtp://host:port` or `smtps://user:password@host:port` */
  constructor(
    private readonly url: string,
    private readonly mailFrom: string,
  ) {}

  async send(mail: MailDoc): Promise<SendFailure | undefined> {
    // nodemailer would parse "a@b.c, d@e.f" as two addresses in any field.
    if (![...mail.to, ...mail.bcc].every(isEmail)) return { kind: "refused", reason: "not a mail address" };
    try {
      this.opened ??= openPool(this.url);
      const transporter = await this.opened;
      await transporter.sendMail({ ...smtpMessage(mail, this.mailFrom), signal: this.ending.signal });
      return undefined;
    } catch (error) {
      return failureOf(error as SmtpError);
    }
  }

  close(): void {
    this.ending.abort();
    void this.opened?.then((transporter) => transporter.close());
  }
}

/** Imports nodemailer with the first message, because it loads slowly and most processes send no mail. */
async function openPool(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    ...pool,
    ...timeouts,
    ...encryption(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Mail servers in a local network often have self-signed certificates. If no password is sent to another machine,
 * encryption without verification is better than none, and is usual between mail servers. Any other password is sent
 * only to a server with a verified certificate.
 */
function encryption(url: string): { tls?: { rejectUnauthorized: boolean } } {
  const { protocol, username, hostname, search } = new URL(url);
  const keepsSecrets = username === "" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const isOpen = protocol === "smtp:" && keepsSecrets && !search.includes("tls.");
  return isOpen ? { tls: { rejectUnauthorized: false } } : {};
}

/** Passes names and addresses as objects and never as header text, so that they cannot inject headers. */
function smtpMessage(mail: MailDoc, mailFrom: string) {
  const { to_name, to, bcc, created_at, subject, text, html } = mail;
  const sender = mail.from_address ?? mailFrom;
  return {
    from: { name: mail.from_name, address: sender },
    to: to.map((address, index) => ({ name: index === 0 ? to_name : "", address })),
    // Blind copies are in the envelope only.
    envelope: { from: sender, to: [...to, ...bcc] },
    subject,
    text,
    html,
    date: new Date(milliseconds(created_at)),
    messageId: `<${mail.message_key}@${sender.split("@").at(-1)}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

function failureOf({ code = "ERROR", command = "", responseCode, message }: SmtpError): SendFailure {
  // The reply of the server can contain the customer's address; without a reply, the message is nodemailer's.
  const reason = [code, command, responseCode ?? message].filter(Boolean).join(" ");
  const isAboutThis = (code === "EENVELOPE" || code === "EMESSAGE") && command !== "MAIL FROM";
  // A server that is shutting down (421) or refuses the sender would reply the same to every message.
  if (!isAboutThis || responseCode === 421) return { kind: "unavailable", reason };
  const mayWork = responseCode !== undefined && responseCode < 500;
  return { kind: mayWork ? "deferred" : "refused", reason };
}
