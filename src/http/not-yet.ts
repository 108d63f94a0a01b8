/** REST customers until they are built: every call is told so in the resource's own error document. */
import { Router } from "express";

const status = 501;
const message = "The customers resource arrives with a later version.";

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<service_api>
  <messages>
    <error>
      <data_item>
        <code>${status}</code>
        <message>${message}</message>
      </data_item>
    </error>
  </messages>
</service_api>
`;

export function customersLater(): Router {
  const router = Router();
  router.use("/api/rest/customers", (request, response) => {
    response.status(status).set({ "Cache-Control": "no-store", Vary: "Accept" });
    // XML unless JSON is preferred, as the resource answers everything.
    if (request.accepts(["application/xml", "text/xml", "application/json"]) === "application/json") {
      response.json({ messages: { error: [{ code: status, message }] } });
    } else {
      response.type("application/xml").send(xml);
    }
  });
  return router;
}
