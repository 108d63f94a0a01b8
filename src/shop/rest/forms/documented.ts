/**
 * The REST contract for NAMESPACES=documents: without operations that the API documents do not contain
 * (`x-source`).
 */

type Json = Record<string, unknown>;

/** @param text the contract as JSON */
export function documentedRest(text: string): string {
  const document = JSON.parse(text) as Json & {
    paths: Record<string, Record<string, Json>>;
    tags: readonly { readonly name: string }[];
    components: Record<string, Record<string, unknown>>;
  };
  const isBeyond = (item: Record<string, Json>) =>
    Object.values(item).some((operation) => !Array.isArray(operation) && "x-source" in operation);
  const kept = Object.entries(document.paths).filter(([, item]) => !isBeyond(item));
  const paths = Object.fromEntries(kept);
  const used = new Set(
    kept.flatMap(([, item]) => Object.values(item).flatMap(({ tags = [] }) => tags as string[])),
  );
  const { securitySchemes = {} } = document.components;
  const components: typeof document.components = { securitySchemes };
  const collect = (value: unknown): void => {
    const references = JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g);
    for (const [, kind = "", name = ""] of references) {
      const group = (components[kind] ??= {});
      if (name in group) continue;
      group[name] = document.components[kind]?.[name];
      collect(group[name]);
    }
  };
  collect(paths);
  const tags = document.tags.filter(({ name }) => used.has(name));
  return `${JSON.stringify({ ...document, tags, paths, components }, null, 2)}\n`;
}
