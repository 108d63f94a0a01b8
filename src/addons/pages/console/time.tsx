/** The clock of the shop and its payment gateway. */
import { useState } from "preact/hooks";
import type { GatewayAnswer, GatewayPlan } from "../../../../generated/clients/typescript/control.js";
import { useLiveLoad, useWork } from "./load.js";
import { FormField, formValues, ProblemNote, WhenLoaded } from "./parts.js";
import { control } from "./shop.js";

const leaps = [
  { text: "+1 minute", seconds: 60 },
  { text: "+1 hour", seconds: 3600 },
  { text: "+1 day", seconds: 86_400 },
];

const gatewayAnswers: readonly GatewayAnswer[] = ["ok", "fail", "pending", "fraud"];

export function ClockAndGateway() {
  return (
    <>
      <h1>Clock and gateway</h1>
      <div class="panels">
        <div class="panel">
          <h2>Clock</h2>
          <Clock />
        </div>
        <div class="panel">
          <h2>Payment gateway</h2>
          <Gateway />
        </div>
      </div>
    </>
  );
}

function Clock() {
  const work = useWork();
  const clock = useLiveLoad(() => control.getClock(), []);
  const change = (work_: () => Promise<unknown>) => void work.run(() => work_().then(clock.reload));
  return (
    <>
      <ProblemNote text={work.problem} />
      <WhenLoaded loaded={clock}>
        {({ now, frozen }) => (
          <p class="lead">
            <time>{now}</time> UTC, <strong>{frozen ? "frozen" : "running"}</strong>
          </p>
        )}
      </WhenLoaded>
      <div class="row">
        {leaps.map(({ text, seconds }) => (
          <button
            key={text}
            type="button"
            class="button"
            onClick={() => change(() => control.setClock({ advance_seconds: seconds }))}
          >
            {text}
          </button>
        ))}
        <button type="button" class="button" onClick={() => change(() => control.releaseClock())}>
          Back to real time
        </button>
      </div>
      <form
        class="form narrow"
        aria-label="Set the clock"
        onSubmit={(event) => {
          const { now = "" } = formValues(event);
          change(() => control.setClock({ now }));
        }}
      >
        <FormField label="Freeze at" hint="YYYY-MM-DD HH:MM:SS, UTC.">
          <input name="now" required placeholder="2026-01-31 12:00:00" autocomplete="off" />
        </FormField>
        <div>
          <button class="button">Set</button>
        </div>
      </form>
    </>
  );
}

function Gateway() {
  const work = useWork();
  const [plan, setPlan] = useState<GatewayPlan>();
  return (
    <>
      <ProblemNote text={work.problem} />
      <form
        class="form narrow"
        aria-label="Answers of the gateway"
        onSubmit={(event) => {
          const { answer = "ok", times } = formValues(event);
          void work.run(() =>
            control
              .setGatewayAnswer({
                answer: answer as GatewayAnswer,
                ...(times && { times: Number(times) }),
              })
              .then(setPlan),
          );
        }}
      >
        <FormField label="It answers">
          <select name="answer">
            {gatewayAnswers.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </FormField>
        <FormField label="Times" hint="0 = until it is changed.">
          <input name="times" type="number" min="0" placeholder="1" />
        </FormField>
        <p aria-live="polite">{plan && <span class="chip good">{planText(plan)}</span>}</p>
        <div>
          <button class="button">Set</button>
        </div>
      </form>
    </>
  );
}

function planText({ answer, times }: GatewayPlan): string {
  const calls = times === 0 ? "all calls" : times === 1 ? "the next call" : `the next ${times} calls`;
  return `The gateway answers ${answer} to ${calls}.`;
}
