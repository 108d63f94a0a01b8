/** The search box of the header: a combobox over the local index, opened by a click, by "/" or by Ctrl+K. */
import { useEffect, useRef, useState } from "preact/hooks";
import { docsLink, searchAddress } from "../place.js";
import { SearchIndex, type SearchResult } from "./search-index.js";

let loading: Promise<SearchIndex> | undefined;

/** Loads the index once, at the first search. */
function loadIndex(): Promise<SearchIndex> {
  loading ??= fetch(searchAddress)
    .then((response) => response.text())
    .then((text) => new SearchIndex(text));
  loading.catch(() => (loading = undefined));
  return loading;
}

export function Search() {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<readonly SearchResult[]>([]);
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [isReady, setReady] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => listenForShortcut(() => input.current?.focus()), []);

  const search = async (text: string) => {
    setQuery(text);
    setOpen(text.trim() !== "");
    const index = await loadIndex();
    setReady(true);
    setFound(index.find(text));
    setChosen(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % found.length);
    } else if (event.key === "Enter" && found[chosen]) {
      location.assign(docsLink(found[chosen].address));
      setOpen(false);
    } else if (event.key === "Escape") {
      setOpen(false);
    }
  };
  return (
    <div class="search" onFocusOut={(event) => leaves(event) && setOpen(false)}>
      <input
        ref={input}
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search the documentation"
        aria-controls="search-results"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found.length > 0 ? `found-${chosen}` : undefined}
        placeholder="Search ( / )"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onFocus={() => void loadIndex()}
        onInput={(event) => void search(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="search-results" id="search-results" role="listbox" aria-label="Found" hidden={!isOpen}>
        <Results found={found} chosen={chosen} onTaken={() => setOpen(false)} />
      </div>
      <p class="visually-hidden" role="status">
        {isOpen && isReady ? `${found.length === 30 ? "30 or more" : found.length} found` : ""}
      </p>
      {isOpen && isReady && found.length === 0 && <p class="search-nothing">Nothing found.</p>}
    </div>
  );
}

function Results({
  found,
  chosen,
  onTaken,
}: {
  readonly found: readonly SearchResult[];
  readonly chosen: number;
  readonly onTaken: () => void;
}) {
  return (
    <>
      {found.map((one, index) => (
        <a
          key={one.address + one.title}
          id={`found-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          href={docsLink(one.address)}
          onClick={onTaken}
        >
          <span class="chip">{one.kind}</span> <code>{one.title}</code>
          <span class="found-text">{one.text}</span>
        </a>
      ))}
    </>
  );
}

function leaves(event: FocusEvent): boolean {
  const box = event.currentTarget as HTMLElement;
  return !box.contains(event.relatedTarget as Node | null);
}

function listenForShortcut(open: () => void): () => void {
  const listener = (event: KeyboardEvent) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
    const isShortcut =
      (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    open();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}
