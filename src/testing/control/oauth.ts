/** `/control/oauth`: consumers and tokens of OAuth 1.0a (customers 6.7). */
import type { Settings } from "../../engine/config/config.js";
import { isConfidential } from "../../engine/http/signed-request.js";
import { notFoundMessage } from "./answers.js";
import type { Handlers } from "./handlers.js";
import type { ShopControl } from "./shop-control.js";

type OAuthOperation = "listOAuthPairs" | "addOAuthPair" | "clearOAuthPairs";

export function oauthHandlers(
  shopControl: ShopControl,
  { trustedProxies }: Pick<Settings, "trustedProxies">,
): Handlers<OAuthOperation> {
  return {
    async listOAuthPairs({ shop }, reply) {
      await reply.list(await shopControl.listOAuthPairs(shop));
    },
    async addOAuthPair({ request, shop, body }, reply) {
      if (!isConfidential(request, trustedProxies))
        return reply.refuse(403, "Secrets are only returned by HTTPS or to the server's own machine.");
      const made = await shop.storage.write((tx) => shopControl.addOAuthPair(tx, body));
      if ("problems" in made) reply.refuse(422, made.problems);
      else reply.send(201, made);
    },
    async clearOAuthPairs({ shop, query: { consumer_key = "" } }, reply) {
      const wanted = consumer_key === "" ? undefined : consumer_key;
      const found = await shop.storage.write((tx) => shopControl.clearOAuthPairs(tx, wanted));
      if (found) reply.send(204);
      else reply.refuse(404, notFoundMessage("stored consumer", consumer_key));
    },
  };
}
