/** `/api/rest/session`: sessions of API users and customers (customers 6.5). */
import type { Sessions } from "../../../engine/access/sessions.js";
import type { Settings } from "../../../engine/config/config.js";
import type { CustomerAuthentication } from "../customers/customer-authentication.js";
import type { RestHandlers } from "../forms/call.js";
import { refused } from "../forms/refusal.js";

interface SessionParts {
  readonly authentication: CustomerAuthentication;
  readonly sessions: Sessions;
  readonly settings: Pick<Settings, "sessionTimeoutSeconds">;
}

export function sessionHandlers({
  authentication,
  sessions,
  settings,
}: SessionParts): RestHandlers<"openRestSession" | "endRestSession"> {
  return {
    openRestSession: {
      customer: "all",
      async run({ caller, context }) {
        // Neither a session nor a token can be used to open a session; that needs the password.
        if (context.sender.basic === undefined) throw refused(403);
        const token = await authentication.openSession(caller);
        return { result: { token, expires_in: settings.sessionTimeoutSeconds } };
      },
    },
    endRestSession: {
      customer: "all",
      async run({ context }) {
        const { bearer } = context.sender;
        if (bearer === undefined) throw refused(403);
        await sessions.end(bearer);
        return {};
      },
    },
  };
}
