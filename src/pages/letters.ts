/** A letter of the shop as a page of its own, for a frame of the console: its HTML is the shop's, so it may do nothing. */
import { Router, type RequestHandler } from "express";
import { controlledShop } from "../testing/control/controlled-shop.js";
import { sendErrors } from "../engine/http/errors.js";

/** Runs no script, asks no other server, leads nowhere. Letters carry their styles with them, as mail programs want it. */
const policy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";

export function letterRoute(guard: RequestHandler): Router {
  const router = Router();
  router.get("/console/letters/:id", guard, async (request, response) => {
    const { storage } = controlledShop(request);
    const letter = await storage.read((tx) => tx.get("mail", Number(request.params.id)));
    if (!letter) return sendErrors(response, 404, "There is no such letter.");
    response.set({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
    });
    response.end(letter.html);
  });
  return router;
}
