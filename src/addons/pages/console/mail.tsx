/** The mail of the shop: HTML in a frame without scripts, text, headers. */
import { useState } from "preact/hooks";
import type { MailMessage } from "../../../../generated/clients/typescript/control.js";
import { serviceUrl } from "../browser/place.js";
import { routeTo, useLiveLoad, useWork } from "./load.js";
import { Facts, FormField, ProblemNote, WhenLoaded } from "./parts.js";
import { control } from "./shop.js";

export function Mail({ order }: { readonly order?: string | undefined }) {
  const [to, setTo] = useState("");
  const [chosen, setChosen] = useState<number>();
  const work = useWork();
  const messages = useLiveLoad(
    () => control.listMail({ ...(to && { to }), ...(order !== undefined && { order }) }),
    [to, order],
  );
  return (
    <>
      <div class="heading">
        <h1>{order === undefined ? "Mail" : `Mail of order ${order}`}</h1>
        <div class="row">
          <button
            type="button"
            class="button danger"
            onClick={() => void work.run(() => control.clearMail().then(messages.reload))}
          >
            Delete all
          </button>
        </div>
      </div>
      <ProblemNote text={work.problem} />
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <FormField label="To">
          <input type="search" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </FormField>
      </form>
      <WhenLoaded loaded={messages}>
        {(all) => {
          const newest = all.toReversed();
          const message = newest.find(({ id }) => id === chosen) ?? newest[0];
          if (!message) return <p class="soft">No mail yet. Operations that notify customers send it.</p>;
          return (
            <div class="beside detail">
              <ul class="letters" aria-label="Messages, newest first">
                {newest.map(({ id, subject, to, created_at }) => (
                  <li key={id}>
                    <button
                      type="button"
                      class="plain"
                      aria-current={id === message.id ? "true" : undefined}
                      onClick={() => setChosen(id)}
                    >
                      <strong>{subject}</strong>
                      <span class="soft">
                        {to.join(", ")} · {created_at}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              <Message message={message} />
            </div>
          );
        }}
      </WhenLoaded>
    </>
  );
}

type Form = "HTML" | "Text" | "Headers";

function Message({ message }: { readonly message: MailMessage }) {
  const [form, setForm] = useState<Form>("HTML");
  const { id, subject, to, text, template, created_at, delivered_at, increment_id, comment } = message;
  return (
    <article aria-label={subject}>
      <h2 class="first">{subject}</h2>
      <div class="tab-list" role="group" aria-label="Form">
        {(["HTML", "Text", "Headers"] as const).map((one) => (
          <button key={one} type="button" aria-pressed={form === one} onClick={() => setForm(one)}>
            {one}
          </button>
        ))}
      </div>
      {form === "HTML" && (
        <iframe
          class="letter"
          title={`The message “${subject}”`}
          sandbox=""
          src={`${serviceUrl}/console/letters/${id}`}
        />
      )}
      {form === "Text" && (
        <pre class="code wrap" tabIndex={0}>
          {text}
        </pre>
      )}
      {form === "Headers" && (
        <Facts
          facts={[
            ["To", to.join(", ")],
            ["Subject", subject],
            ["Template", template],
            [
              "Order or document",
              increment_id !== null && <a href={routeTo("calls", "about", increment_id)}>{increment_id}</a>,
            ],
            ["Comment", comment],
            ["Written", created_at],
            ["Delivered", delivered_at ?? "not delivered by SMTP"],
          ]}
        />
      )}
    </article>
  );
}
