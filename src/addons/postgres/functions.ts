/**
 * SQL functions over documents, used by conditions and indexes. They mean the same as match.ts: `reached` is reach() of table.ts,
 * `folded` and `number_of` are its comparable. Documents are `json`, not `jsonb`, which preserves their text: the order of
 * members, and numbers as JavaScript writes them.
 */
export function functionsSql(schema: string): string {
  return `
create or replace function ${schema}.folded(v json) returns text
language sql immutable parallel safe as $$
  select case json_typeof(v)
    when 'string' then replace(lower((v #>> '{}') collate "und-x-icu"), 'ς', 'σ')
    when 'number' then v #>> '{}'
    when 'boolean' then case v #>> '{}' when 'true' then '1' else '0' end
  end
$$;

create or replace function ${schema}.exact(v json) returns text
language sql immutable parallel safe as $$
  select case json_typeof(v)
    when 'string' then v #>> '{}'
    when 'number' then v #>> '{}'
    when 'boolean' then case v #>> '{}' when 'true' then '1' else '0' end
  end
$$;

create or replace function ${schema}.number_of(v json) returns float8
language sql immutable parallel safe as $$
  select case json_typeof(v)
    when 'number' then (v #>> '{}')::float8
    when 'boolean' then case v #>> '{}' when 'true' then 1 else 0 end
  end
$$;

create or replace function ${schema}.leaves(v json) returns json[]
language plpgsql immutable parallel safe as $$
declare
  found json[] := '{}';
  element json;
begin
  case json_typeof(v)
    when 'null' then return found;
    when 'array' then
      for element in select json_array_elements(v) loop
        found := found || ${schema}.leaves(element);
      end loop;
      return found;
    else return array[v];
  end case;
end
$$;

create or replace function ${schema}.walk(d json, steps text[], start int) returns json[]
language plpgsql immutable parallel safe as $$
declare
  v json := d;
  found json[] := '{}';
  element json;
begin
  for at in start .. cardinality(steps) loop
    case json_typeof(v)
      when 'object' then v := v -> steps[at];
      when 'array' then
        for element in select json_array_elements(v) loop
          found := found || ${schema}.walk(element, steps, at);
        end loop;
        return found;
      else return found;
    end case;
    if v is null then return found; end if;
  end loop;
  return ${schema}.leaves(v);
end
$$;

create or replace function ${schema}.reached(d json, paths text[]) returns json[]
language plpgsql immutable parallel safe as $$
declare
  path text;
  found json[];
begin
  foreach path in array paths loop
    found := ${schema}.walk(d, string_to_array(path, '.'), 1);
    if cardinality(found) > 0 then return found; end if;
  end loop;
  return '{}';
end
$$;

create or replace function ${schema}.texts(d json, paths text[]) returns text[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(${schema}.folded(v)) filter (where ${schema}.folded(v) is not null), '{}')
  from unnest(${schema}.reached(d, paths)) as found(v)
$$;

create or replace function ${schema}.numbers(d json, paths text[]) returns float8[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(${schema}.number_of(v)) filter (where ${schema}.number_of(v) is not null), '{}')
  from unnest(${schema}.reached(d, paths)) as found(v)
$$;
${wordsSql(schema)}`;
}

/** Maximum length of a word in characters: PostgreSQL stores at most 2,046 bytes. */
const wordLength = 500;

export function shortWord(text: string): string {
  return text.length <= wordLength ? text : [...text].slice(0, wordLength).join("");
}

/** `words`: the texts below any member of an object, each as one word, for an index that finds words by prefix. */
function wordsSql(schema: string): string {
  return `
create or replace function ${schema}.words(d json, before text[], after text[]) returns tsvector
language sql immutable parallel safe as $$
  select array_to_tsvector(coalesce(array_agg(left(found.word, ${wordLength})) filter (where found.word <> ''), '{}'))
  from unnest(case json_typeof(d #> before)
      when 'object' then array[d #> before]
      else ${schema}.reached(d, array[array_to_string(before, '.')])
    end) as holder(v),
    json_each(case json_typeof(holder.v) when 'object' then holder.v else '{}' end) as member,
    unnest(case
      when json_typeof(member.value #> after) in ('string', 'number', 'boolean')
      then array[${schema}.folded(member.value #> after)]
      else ${schema}.texts(member.value, array[array_to_string(after, '.')])
    end) as found(word)
$$;
`;
}
