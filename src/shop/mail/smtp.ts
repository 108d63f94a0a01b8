/** Sends one message of the outbox by SMTP, with nodemailer. */
import type { Transporter } from "nodemailer";
import type { MailDoc } from "../data/entities/mail.js";
import { isEmail } from "../../engine/values/email.js";
import { milliseconds } from "../../engine/values/dates.js";

/** What became of an attempt that did not end well. */
export interface SendFailure {
  /**
   * `refused`: this message will never be taken. `deferred`: this message may be taken later.
   * `unavailable`: the server takes nothing at the moment, or nobody knows whether it took this.
   */
  readonly kind: "refused" | "deferred" | "unavailable";
  /** For the log; names no address of a customer. */
  readonly reason: string;
}

export interface MailTransport {
  /** Undefined = the server has taken the message. Never rejects. */
  send(mail: MailDoc): Promise<SendFailure | undefined>;
  /** Gives up what is under way. */
  close(): void;
}

/** Milliseconds. The silence of a server must not hold up the line for nodemailer's ten minutes. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

/** One connection, kept for a hundred messages: what is under way when something breaks is one message at most. */
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
    // nodemailer would read "a@b.c, d@e.f" as two addresses, wherever it stands.
    if (![...mail.to, ...mail.bcc].every(isEmail)) return { kind: "refused", reason: "no mail address" };
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

/** Loaded with the first message: most starts have no mail to send, and it takes a while. */
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
 * Mail servers of a local network often have a certificate that nobody has signed. Where no password leaves
 * this machine, encryption without proof of the server's name is better than none, and is how mail servers
 * talk to each other; any other password goes only to a server that has proved its name.
 */
function encryption(url: string): { tls?: { rejectUnauthorized: boolean } } {
  const { protocol, username, hostname, search } = new URL(url);
  const keepsSecrets = username === "" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  const isOpen = protocol === "smtp:" && keepsSecrets && !search.includes("tls.");
  return isOpen ? { tls: { rejectUnauthorized: false } } : {};
}

/** Names and addresses go in as objects, never as header text, so none of them can become a header. */
function smtpMessage(mail: MailDoc, mailFrom: string) {
  const { to_name, to, bcc, created_at, subject, text, html } = mail;
  const sender = mail.from_address ?? mailFrom;
  return {
    from: { name: mail.from_name, address: sender },
    to: to.map((address, index) => ({ name: index === 0 ? to_name : "", address })),
    // Copies stand in the envelope only.
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
  // The server's own words may name the customer's address; without a reply the message is nodemailer's.
  const reason = [code, command, responseCode ?? message].filter(Boolean).join(" ");
  const isAboutThis = (code === "EENVELOPE" || code === "EMESSAGE") && command !== "MAIL FROM";
  // A server that is shutting down (421) or refuses the sender would say the same to every message.
  if (!isAboutThis || responseCode === 421) return { kind: "unavailable", reason };
  const mayWork = responseCode !== undefined && responseCode < 500;
  return { kind: mayWork ? "deferred" : "refused", reason };
}
