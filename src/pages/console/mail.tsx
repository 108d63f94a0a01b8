/** The letters of the shop as its customers see them: HTML in a frame that runs nothing, text, headers. */
import { useState } from "preact/hooks";
import type { MailMessage } from "../../../generated/clients/typescript/control.js";
import { serviceUrl } from "../browser/place.js";
import { useLoad, useWork } from "./load.js";
import { Facts, Field, Problem, Shown } from "./parts.js";
import { control } from "./shop.js";

export function Mail({ order }: { readonly order?: string | undefined }) {
  const [to, setTo] = useState("");
  const [chosen, setChosen] = useState<number>();
  const work = useWork();
  const letters = useLoad(
    () => control.listMail({ ...(to && { to }), ...(order !== undefined && { order }) }),
    [to, order],
  );
  return (
    <>
      <div class="heading">
        <h1>{order === undefined ? "Mail" : `Mail of order ${order}`}</h1>
        <div class="row">
          <button type="button" class="button" onClick={letters.reload}>
            Look again
          </button>
          <button
            type="button"
            class="button danger"
            onClick={() => void work.run(() => control.clearMail().then(letters.reload))}
          >
            Delete all
          </button>
        </div>
      </div>
      <Problem text={work.problem} />
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <Field label="To">
          <input type="search" value={to} onChange={(event) => setTo(event.currentTarget.value)} />
        </Field>
      </form>
      <Shown loaded={letters}>
        {(all) => {
          const newest = all.toReversed();
          const letter = newest.find(({ id }) => id === chosen) ?? newest[0];
          if (!letter) return <p class="soft">No letters. Operations that tell customers write them.</p>;
          return (
            <div class="beside">
              <ul class="letters" aria-label="Letters">
                {newest.map(({ id, subject, to, created_at }) => (
                  <li key={id}>
                    <button
                      type="button"
                      class="plain"
                      aria-current={id === letter.id ? "true" : undefined}
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
              <Letter letter={letter} />
            </div>
          );
        }}
      </Shown>
    </>
  );
}

type Form = "HTML" | "Text" | "Headers";

function Letter({ letter }: { readonly letter: MailMessage }) {
  const [form, setForm] = useState<Form>("HTML");
  const { id, subject, to, text, template, created_at, delivered_at, increment_id, comment } = letter;
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
          title={`The letter “${subject}”`}
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
            ["Order or document", increment_id],
            ["Comment", comment],
            ["Written", created_at],
            ["Delivered", delivered_at ?? "not delivered by SMTP"],
          ]}
        />
      )}
    </article>
  );
}
