import { writeSync } from "node:fs";
import { systemClock } from "../../../../src/engine/clock.js";
import { silentLog } from "../../../../src/engine/log/log.js";
import { OutageLog } from "../../../../src/engine/log/outage-log.js";
import { MailDelivery } from "../../../../src/shop/mail/delivery.js";
import { SmtpTransport } from "../../../../src/shop/mail/smtp.js";
import { openFileStorage } from "../../../../src/engine/storage/file.js";
import { collections } from "../../../../src/shop/data/collections.js";

/** Delivers the outbox of a folder until it is killed. Arguments: folder, address of the mail server. */
const [folder, url] = process.argv.slice(2) as [string, string];
const storage = await openFileStorage({ collections, folder });
const transport = new SmtpTransport(url, "shop@example.com");
const log = silentLog();
new MailDelivery({ storage, transport, clock: systemClock, log, outages: new OutageLog(log) }).start();
writeSync(1, "started\n");
