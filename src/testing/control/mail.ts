/** The outbox as testers read it (sales 16.4). */
import { setTimeout } from "node:timers/promises";
import { Router, type Request } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { answerList } from "./answers.js";
import { defaultTimeoutMs } from "./calls.js";
import { queryOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import type { MailDoc } from "../../shop/data/entities/mail.js";
import type { Condition } from "../../engine/filters/query.js";
import type { Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";

const lookAgainMs = 50;

export function mailRoutes(): Router {
  const router = Router();
  router.get("/control/mail", async (request, response) => {
    await answerList(response, captured(await found(request)));
  });
  router.get("/control/mail/wait", async (request, response) => {
    const timeoutMs = Number(queryOf<"waitForMail">(request).timeout_ms ?? defaultTimeoutMs);
    const end = performance.now() + timeoutMs;
    for (;;) {
      const messages = await found(request);
      if (messages.length > 0) return answerList(response, captured(messages));
      const left = end - performance.now();
      if (response.closed) return;
      if (left <= 0) return sendErrors(response, 408, `There was no such message within ${timeoutMs} ms.`);
      // Any process of several may have sent it, so it is looked for.
      await setTimeout(Math.min(lookAgainMs, left));
    }
  });
  router.delete("/control/mail", async (request, response) => {
    await controlledShop(request).storage.write(removeAll);
    response.status(204).end();
  });
  return router;
}

/** The validator let only text through; an empty filter counts as absent. */
async function found(request: Request): Promise<readonly MailDoc[]> {
  const { to = "", order = "" } = queryOf<"listMail">(request);
  const where: Condition[] = order === "" ? [] : [{ path: "order_increment_id", op: "eq", value: order }];
  const all = await controlledShop(request).storage.read((tx) => tx.find("mail", { where }));
  return all.filter((mail) => to === "" || isSentTo(mail, to));
}

/** Copies that nobody sees are found as well. A plus sign in a query means a space, which no address has. */
function isSentTo({ to, bcc }: MailDoc, address: string): boolean {
  const wanted = address.replaceAll(" ", "+").toLowerCase();
  return [...to, ...bcc].some((one) => one.toLowerCase() === wanted);
}

function* captured(messages: readonly MailDoc[]): Generator<object> {
  for (const message of messages) yield capturedMessage(message);
}

function capturedMessage(mail: MailDoc): AnswerOf<"listMail", 200>[number] {
  const { id, template, to, subject, text, html, increment_id, comment, created_at, delivered_at } = mail;
  return { id, template, to, subject, text, html, increment_id, comment, created_at, delivered_at };
}

async function removeAll(tx: Tx): Promise<void> {
  await forEachInSlices(await tx.find("mail"), ({ id }) => tx.del("mail", id));
}
