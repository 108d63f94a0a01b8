/** Everything that a search finds: operations, parameters, members of types, faults, addresses, chapters of the guide. */
import { allFaults } from "./faults.js";
import { httpOperations, resolved, type Schema, type Sources } from "./sources.js";
import { httpSlug, parametersOf } from "./http-operations.js";
import type { DocsPage, SearchEntry } from "./page.js";
import type { Heading } from "./prose.js";
import { memberAnchor, membersOf } from "./types.js";

type GuidePage = DocsPage & { readonly headings: readonly Heading[] };

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
  return rpc.methods.flatMap(({ name, summary, params, result }) => {
    const address = `operations/${name}`;
    const members = (schema: Schema, anchor: string) =>
      membersOf(rpc, schema)
        // A type that many operations share is found once.
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
      { kind: "operation" as const, title: name, text: summary, address },
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
    text: [...new Set(forms.map(({ fault }) => fault.message))].join(" "),
    address: `faults#${name}`,
  }));
}

function guideEntries(guide: readonly GuidePage[]): readonly SearchEntry[] {
  return guide.flatMap(({ slug, title, description, headings }) => [
    { kind: "guide" as const, title, text: description, address: slug },
    ...headings.map(({ text, id }) => ({
      kind: "guide" as const,
      title: text,
      text: title,
      address: `${slug}#${id}`,
    })),
  ]);
}

function addressEntries({ http }: Sources): readonly SearchEntry[] {
  return httpOperations(http).flatMap((entry) => {
    const { summary, operationId } = entry.operation;
    const title = `${entry.method} ${entry.path}`;
    const own = {
      kind: "address" as const,
      title,
      text: `${operationId} · ${summary}`,
      address: httpSlug(entry),
    };
    const params = parametersOf(http, entry).map(({ name, description }) => ({
      kind: "parameter" as const,
      title: name,
      text: `${title} · ${sentence(description)}`,
      address: `${httpSlug(entry)}#param-${name.replace(/[^\w-]+/g, "-")}`,
    }));
    return [own, ...params];
  });
}

function sentence(text = ""): string {
  return /^[^]*?[.;](?=\s|$)/.exec(text)?.[0] ?? text;
}
