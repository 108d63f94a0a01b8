/** Shows text, with colours if it is JSON. The text is never interpreted as markup. */
import type { ComponentChild } from "preact";

/** Longer texts are cut off for display, because the browser would take seconds to lay them out. */
const maxShownLength = 200_000;

export function TextView({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = text.length > maxShownLength ? text.slice(0, maxShownLength) : text;
  return (
    <>
      <pre class="code" tabIndex={0} aria-label={label}>
        <code>{coloured(shown)}</code>
      </pre>
      {shown !== text && <p class="soft">Only the first {maxShownLength} characters are shown.</p>}
    </>
  );
}

/** Indents JSON; other text stays as it is. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\b/g;

function coloured(text: string): ComponentChild[] {
  if (!/^\s*[[{"\d-]|^(true|false|null)/.test(text)) return [text];
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (quoted === undefined) parts.push(<span class="json-number">{whole}</span>);
    else if (colon === undefined) parts.push(<span class="json-text">{quoted}</span>);
    else parts.push(<span class="json-key">{quoted}</span>, colon);
  }
  parts.push(text.slice(end));
  return parts;
}
