/** `require("store-management-api/control")`: the CommonJS build of the client, with the types of the ES module. */
import type * as control from "./control.js" with { "resolution-mode": "import" };

const typedControl = require("../../../commonjs/control.js") as typeof control;

declare namespace typedControl {
  type CallName = control.CallName;
  type CallsOf<Name extends CallName> = control.CallsOf<Name>;
  type Control = control.Control;
  type ControlCallOptions = control.ControlCallOptions;
  type ControlError = control.ControlError;
  type ControlFailure = control.ControlFailure;
  type ControlOptions = control.ControlOptions;
  type ControlProblem = control.ControlProblem;
  type ControlWriteOptions = control.ControlWriteOptions;
  type Count = control.Count;
  type DatasetCall = control.DatasetCall;
  type DatasetContent = control.DatasetContent;
  type Expected<Name extends CallName> = control.Expected<Name>;
  type Match<Name extends CallName> = control.Match<Name>;
  type RecordedCall = control.RecordedCall;
  type Rule = control.Rule;
}

export = typedControl;
