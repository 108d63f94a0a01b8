/** The entries of the search index: operations, parameters, members of types, faults, addresses, sections of the guide. */
import { allFaults } from "./faults.js";
import { httpOperations, resolved, type Schema, type Sources } from "./sources.js";
import { httpSlug, parametersOf } from "./http-operations.js";
import type { DocsPage, SearchEntry } from "./page.js";
import type { Heading } from "./prose.js";
import { memberAnchor, membersOf } from "./types.js";

type GuidePage = DocsPage & { readonly headings?: readonly Heading[] };

export function searchEntries(sources: Sources, guide: readonly GuidePage[]): readonly SearchEntry[] {
  return [
    ...operationEntries(sources),
    ...faultEntries(sources),
    ...guideEntries(guide),
    ...addressEntries(sources),
  ];
}

function operationEntries({ rpc }: Sources): readonly SearchEntry[] {
  const shown = new Set<string>();
  return rpc.methods.flatMap(({ name, summary, description, params, result, errors }) => {
    const address = `operations/${name}`;
    const members = (schema: Schema, anchor: string) =>
      membersOf(rpc, schema)
        // Members of a shared type have one entry.
        .filter(({ owner, path }) => {
          const key = `${owner ?? address}.${path.replace(/^.*\./, "")}`;
          return !shown.has(key) && shown.add(key);
        })
        .map(({ path, schema: member, owner }) => ({
          kind: "member" as const,
          title: path,
          text: `${owner === undefined ? "" : `${owner} · `}${name} · ${sentence(member.description ?? resolved(rpc, member).description)}`,
          address: `${address}#${memberAnchor(anchor, path)}`,
        }));
    return [
      {
        kind: "operation" as const,
        title: name,
        text: summary,
        address,
        words: wordsOf(
          `${description ?? ""} ${errors.map(({ $ref }) => $ref.replace(/^.*[/.]/, "")).join(" ")}`,
        ),
      },
      ...params.flatMap((param) => [
        {
          kind: "parameter" as const,
          title: param.name,
          text: `${name} · ${sentence(param.description)}`,
          address: `${address}#param-${param.name}`,
        },
        ...members(param.schema, `param-${param.name}`),
      ]),
      ...members(result.schema, "result"),
    ];
  });
}

function faultEntries({ rpc }: Sources): readonly SearchEntry[] {
  return allFaults(rpc).map(({ name, forms }) => ({
    kind: "fault",
    title: name,
    text: `${[...new Set(forms.map(({ fault }) => fault.code))].join(", ")} · ${[...new Set(forms.map(({ fault }) => fault.message))].join(" ")}`,
    address: `faults#${name}`,
  }));
}

function guideEntries(guide: readonly GuidePage[]): readonly SearchEntry[] {
  return guide.flatMap(({ slug, title, description, headings = [], main }) => {
    const sections = sectionsOf(main.text);
    return [
      { kind: kindOf(slug), title, text: description, address: slug, words: wordsOf(sections.get("")) },
      ...headings.map(({ text, id, level }, index) => {
        const chapter = headings.slice(0, index).findLast((one) => one.level < level);
        return {
          kind: kindOf(slug, level),
          title: text,
          text: chapter ? `${title} · ${chapter.text}` : title,
          address: `${slug}#${id}`,
          words: wordsOf(sections.get(id)),
        };
      }),
    ];
  });
}

/** Below the chapters of the page of versions are the changes of each version. */
function kindOf(slug: string, level = 1): SearchEntry["kind"] {
  if (slug === "guide/versioning" && level > 2) return "change";
  return slug.split("/")[0] === "reference" ? "rule" : "guide";
}

/** The text of a page by heading; "" = the text before the first heading. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  const [first = "", ...rest] = page.split(/<h[2-6] id="/);
  sections.set("", first);
  for (const part of rest) {
    const end = part.indexOf('"');
    sections.set(part.slice(0, end), part.slice(end + 2));
  }
  return sections;
}

/** The distinct words of a text, including numbers of rules, and the parts of names such as `StoreApiDiskAlmostFull`. */
function wordsOf(text = ""): string {
  const plain = text
    .replace(/<[^>]*>/g, " ")
    .replace(/&[a-z#0-9]+;/g, " ")
    .replace(/\b([A-Z][a-z]+){2,}/g, (name) => `${name} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, " ")}`);
  const words = plain.toLowerCase().match(/[\p{L}\p{N}$_][\p{L}\p{N}$_.-]*[\p{L}\p{N}_]/gu) ?? [];
  return [...new Set(words)].join(" ");
}

function addressEntries({ http }: Sources): readonly SearchEntry[] {
  return httpOperations(http).flatMap((entry) => {
    const { summary, description, operationId } = entry.operation;
    const title = `${entry.method} ${entry.path}`;
    const own = {
      kind: "address" as const,
      title,
      text: `${operationId} · ${summary}`,
      address: httpSlug(entry),
      words: wordsOf(description),
    };
    const params = parametersOf(http, entry).map(({ name, description }) => ({
      kind: "parameter" as const,
      title: name,
      text: `${title} · ${sentence(description)}`,
      address: `${httpSlug(entry)}#param-${name.replace(/[^\w-]+/g, "-")}`,
    }));
    const [media] = Object.values(entry.operation.requestBody?.content ?? {});
    const members = media?.schema ? membersOf(http, media.schema) : [];
    const body = members.map(({ path, schema: member }) => ({
      kind: "member" as const,
      title: path,
      text: `${title} · ${sentence(member.description ?? resolved(http, member).description)}`,
      address: `${httpSlug(entry)}#${memberAnchor("body", path)}`,
    }));
    return [own, ...params, ...body];
  });
}

function sentence(text = ""): string {
  return /^[^]*?[.;](?=\s|$)/.exec(text)?.[0] ?? text;
}
