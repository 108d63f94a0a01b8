/** The outbox as testers read it (sales 16.4). */
import { Router } from "express";
import { answerList } from "./answers.js";
import { queryOf, type AnswerOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import type { MailDoc } from "../../shop/data/entities/mail.js";
import type { Condition } from "../../engine/filters/query.js";
import type { Tx } from "../../engine/storage/storage.js";
import { forEachInSlices } from "../../engine/time-slices.js";

export function mailRoutes(): Router {
  const router = Router();
  router.get("/control/mail", async (request, response) => {
    // The validator let only text through; an empty filter counts as absent.
    const { to = "", order = "" } = queryOf<"listMail">(request);
    const where: Condition[] = order === "" ? [] : [{ path: "order_increment_id", op: "eq", value: order }];

    const all = await controlledShop(request).storage.read((tx) => tx.find("mail", { where }));
    const messages = all.filter((mail) => to === "" || isSentTo(mail, to));

    await answerList(response, captured(messages));
  });
  router.delete("/control/mail", async (request, response) => {
    await controlledShop(request).storage.write(removeAll);
    response.status(204).end();
  });
  return router;
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
