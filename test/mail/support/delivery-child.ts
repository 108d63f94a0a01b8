import { writeSync } from "node:fs";
import { systemClock } from "../../../src/clock.js";
import { silentLog } from "../../../src/log.js";
import { MailDelivery } from "../../../src/mail/delivery.js";
import { SmtpTransport } from "../../../src/mail/smtp.js";
import { openFileStorage } from "../../../src/storage/file.js";

/** Delivers the outbox of a folder until it is killed. Arguments: folder, address of the mail server. */
const [folder, url] = process.argv.slice(2) as [string, string];
const storage = await openFileStorage({ folder });
const transport = new SmtpTransport(url, "shop@example.com");
new MailDelivery({ storage, transport, clock: systemClock, log: silentLog() }).start();
writeSync(1, "started\n");
