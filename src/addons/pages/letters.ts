/** Serves the HTML of a mail message for a frame of the console. The HTML is not trusted, so its policy forbids everything. */
import { Router, type RequestHandler } from "express";
import { controlledInstance } from "../../testing/control/controlled-instance.js";
import { sendErrors } from "../../engine/serving/errors.js";

/** No scripts, no requests to other servers, no navigation. Inline styles are allowed, because mail uses them. */
const policy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";

export function letterRoute(access: RequestHandler): Router {
  const router = Router();
  router.get("/console/letters/:id", access, async (request, response) => {
    const { storage } = controlledInstance(request);
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
