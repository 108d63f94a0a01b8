/** What a shop is put together from. */
import type { DatasetName } from "../../shop/data/dataset.js";
import type { DatasetDocument } from "../../testing/states/document.js";
import type { Secrets } from "../access/secrets.js";
import type { AdjustableClock } from "../clock.js";
import type { ShopSettings } from "../../shop/settings.js";
import type { ShopVersion } from "../../testing/control/controlled-shop.js";
import type { CustomAttribute } from "../../shop/data/entities/customer.js";
import type { RequestBatcher } from "../fast/request-batcher.js";
import type { AnswerBudget } from "../guard/answer-budget.js";
import type { LoginThrottle } from "../guard/throttle.js";
import type { Budget } from "../guard/budget.js";
import type { JournalRoom } from "../../testing/journal/journal-room.js";
import type { Contracts } from "../contract/contracts.js";
import type { CustomerContract } from "../../shop/customers/rest/contract.js";
import type { Intake } from "../guard/intake.js";
import type { ShopFiles } from "../../shop/media/versioned-files.js";
import type { CallObserver } from "../calls/observer.js";
import type { OperationRouter } from "../calls/operation.js";
import type { RequestLimits } from "../guard/request-bounds.js";
import type { FindService } from "../calls/service.js";
import type { Storage } from "../storage/storage.js";

/** What all shops of a server have in common. */
export interface SharedParts {
  readonly settings: ShopSettings;
  readonly secrets: Secrets;
  readonly contracts: Contracts;
  readonly customerContract: CustomerContract;
  /** Complete once the shop was loaded: a dataset may add some. */
  readonly customerAttributes: () => readonly CustomAttribute[];
  readonly operations: OperationRouter;
  /** Of the process: all shops share them. */
  readonly bounds: {
    readonly batcher: RequestBatcher;
    readonly intake: Intake;
    readonly answers: AnswerBudget;
    readonly callsUnderWay: Budget;
    readonly limits: RequestLimits;
  };
  /** Failed logins count over all shops together: sandboxes give nobody more guesses. */
  readonly throttle: LoginThrottle;
  readonly observer: CallObserver;
  readonly onError: (error: unknown) => void;
  /** Without a slash at the end; with port 0 it is known only once the server listens. */
  readonly baseUrl: () => string;
  /** A dataset that comes with the service, with the API users that the server started with. */
  readonly dataset: (name: DatasetName) => Promise<ShopVersion>;
  /** What a dataset describes. Throws DatasetProblems. */
  readonly build: (dataset: DatasetDocument) => Promise<ShopVersion>;
}

export interface OwnParts {
  readonly storage: Storage;
  readonly files: ShopFiles;
  readonly clock: AdjustableClock;
  /** Where a reset leads. */
  readonly start: () => Promise<ShopVersion>;
  /** The name of a sandbox. */
  readonly sandbox?: string;
  /** Of sandboxes: what their journals hold together. */
  readonly journals?: JournalRoom;
  /** Told of sessions that carry their sandbox themselves (interface 10). */
  readonly carries?: (session: string) => void;
  /** Finds the sandbox that a request means by its session or login name. */
  readonly findService?: FindService;
}
