/**
 * `/api/rest`: Express routes made from openapi.yaml. Each request becomes a call that takes the steps of
 * steps/rest-steps.ts; the operations are implemented by the resources in this folder.
 */
import { Router, type ErrorRequestHandler, type Request, type RequestHandler, type Response } from "express";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "../../../engine/calls/call.js";
import { Fault } from "../../../engine/contract/faults.js";
import { ForcedHttpAnswer } from "../../../engine/calls/fault-injection.js";
import { isRefusal, type Outcome } from "../../../engine/calls/outcome.js";
import { faultOf } from "../../../engine/calls/steps/explain-errors.js";
import type { RestDoor } from "../../../engine/doors/rest/answer.js";
import { encoded, send, sendRestError } from "../../../engine/doors/rest/encoding.js";
import { acceptedType, defaultType } from "../../../engine/doors/rest/negotiation.js";
import { RestError, restErrorOf } from "../../../engine/doors/rest/rest-error.js";
import type { Exchange, Transfer } from "../../../engine/http/transfer.js";
import { sendForced } from "../../../engine/http/forced-answer.js";
import { wire } from "../../../engine/values/text.js";
import {
  CustomerAuthentication,
  type CustomerAuthenticationParts,
} from "../customers/customer-authentication.js";
import { customerAddressHandlers } from "./customer-addresses.js";
import { customerHandlers } from "./customers.js";
import type { CustomAttribute } from "../../data/entities/customer.js";
import type { ShopSettings } from "../../settings.js";
import {
  checkParameters,
  pathParameters,
  restAddresses,
  restPath,
  unknownAddress,
  type Address,
} from "../forms/addresses.js";
import {
  IncomingRestCall,
  type AnyRestHandler,
  type Identify,
  type RestHandlers,
  type RestTarget,
} from "../forms/call.js";
import type { RestContract } from "../forms/contract.js";
import { refused } from "../forms/refusal.js";
import type { RestOperation } from "../forms/rest-operations.js";
import { handle, restSteps, unknownSteps } from "../steps/rest-steps.js";
import { OperationRunner } from "./operations.js";
import { orderHandlers } from "./orders.js";
import { productPartHandlers } from "./product-parts.js";
import { productHandlers } from "./products.js";
import { sessionHandlers } from "./session.js";
import { stockItemHandlers } from "./stock-items.js";

type ShopRestParts = Omit<CustomerAuthenticationParts, "readForm"> & {
  readonly contract: RestContract;
  readonly service: Service;
  readonly customerAttributes: () => readonly CustomAttribute[];
  readonly transfer: Transfer;
  readonly settings: ShopSettings;
  /** Prefix of the paths of a sandbox, "" for the main shop. */
  readonly prefix: string;
};

export class ShopRest implements RestDoor {
  private readonly router: Router;
  readonly authentication: CustomerAuthentication;
  private readonly handlers: Readonly<Record<RestOperation, AnyRestHandler>>;
  private readonly steps: ReturnType<typeof restSteps>;

  constructor(private readonly parts: ShopRestParts) {
    const { settings, contract, transfer } = parts;
    const readForm = (request: IncomingMessage, response: ServerResponse) =>
      formIn(transfer, { request, response, area: "rest" });
    this.authentication = new CustomerAuthentication({ ...parts, readForm });
    this.handlers = handlersOf(parts, this.authentication);
    this.steps = restSteps({ contract, transfer });
    const resources = Router({ caseSensitive: true });
    for (const address of restAddresses(settings.namespaces)) this.route(resources, address);
    const unknown = this.unknown(({ response }) => Promise.reject(unknownAddress(response.locals)));
    // Express cannot decode every address.
    const undecoded: ErrorRequestHandler = (error: unknown, request, response, next) =>
      error instanceof URIError ? unknown(request, response, next) : next(error);
    resources.use(unknown, undecoded);
    this.router = Router({ caseSensitive: true }).use(restPath, resources, this.answerError);
  }

  /** Answers any request for `/api/rest` or an address below it. */
  serve(request: IncomingMessage, response: ServerResponse): void {
    const answer = Object.assign(response as Response, { locals: {} });
    this.router(request as Request, answer, (error) => void response.destroy(error as Error));
  }

  private route(router: Router, { path, methods, allow }: Address): void {
    const route = router.route(path).all(checkParameters);
    const { features } = this.parts.service.methods.pipelines;
    for (const [method, id] of Object.entries(methods)) {
      const handler = this.handlers[id];
      const run = this.steps.compose({ ...features, method }, handle);
      route[method.toLowerCase() as "get"](
        this.answering(run, ({ params }) => {
          return { id, handler, allow, path: pathParameters(params as Record<string, string>) };
        }),
      );
    }
    const headers = { Allow: allow };
    route.options(
      this.unknown(async (call) => {
        call.answer = { status: 204, headers };
        return { result: undefined };
      }),
    );
    route.all(this.unknown(() => Promise.reject(refused(405, undefined, headers))));
  }

  /** Responds to requests that do not belong to an operation. They are logged and recorded, too. */
  private unknown(last: (call: IncomingRestCall) => Promise<Outcome>): RequestHandler {
    return this.answering(
      unknownSteps.compose(this.parts.service.methods.pipelines.features, last),
      () => undefined,
    );
  }

  /** Makes a call of a request, runs it, and writes what comes of it. */
  private answering(
    run: (call: IncomingRestCall) => Promise<Outcome>,
    targetOf: (request: Request) => RestTarget<RestOperation> | undefined,
  ): RequestHandler {
    const { transfer, service, settings } = this.parts;
    const isMagento = settings.compatValues === "strings";
    const identify: Identify = (origin, message) => this.authentication.enterRest(origin, message);
    return (request, response, next) => {
      const exchange = { request, response, area: "rest" } as const;
      return transfer.enter(exchange, async (origin) => {
        const call = new IncomingRestCall(service, request, response, origin, targetOf(request), identify);
        const outcome = await run(call);
        if (isRefusal(outcome)) {
          const { fault } = outcome;
          return fault instanceof ForcedHttpAnswer ? sendForced(response, fault.answer) : next(fault);
        }
        const { type, answer = {} } = call;
        const body = answer.result && encoded(answer.result, type, isMagento);
        transfer.send(exchange, body ?? noBody, () => send(response, { ...answer, body }, type));
      });
    };
  }

  /** Writes every error. */
  private readonly answerError: ErrorRequestHandler = (error: unknown, request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    const fault = error instanceof Fault ? error : faultOf(error, this.parts.service);
    sendRestError(response, restErrorOf(fault), acceptedType(request, response) ?? defaultType);
  };
}

const noBody = wire("");

/** A form, before anybody knows who sends it. */
async function formIn(transfer: Transfer, exchange: Exchange): Promise<string> {
  const body = await transfer.readBody(exchange, { bytes: maxFormBytes }, async () => false);
  if ("refused" in body) throw new RestError(body.refused, body.problem, { Connection: "close" });
  const text = body.bytes.toString("utf8");
  body.release?.();
  return text;
}

const maxFormBytes = 64 * 1024;

function handlersOf(
  parts: ShopRestParts,
  authentication: CustomerAuthentication,
): Readonly<Record<RestOperation, AnyRestHandler>> {
  const { settings, prefix, service } = parts;
  const basePath = basePathOf(settings.baseUrl) + prefix;
  const shared = { ...parts, operations: new OperationRunner(service), basePath };
  const handlers: RestHandlers<RestOperation> = {
    ...customerHandlers(shared),
    ...customerAddressHandlers(shared),
    ...productHandlers(shared),
    ...productPartHandlers(shared),
    ...stockItemHandlers(shared),
    ...orderHandlers(shared),
    ...sessionHandlers({ authentication, sessions: service.sessions, settings }),
  };
  return handlers as unknown as Readonly<Record<RestOperation, AnyRestHandler>>;
}

/** The path of a base URL: "https://shop.test/store" → "/store". */
function basePathOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/+$/, "");
}
