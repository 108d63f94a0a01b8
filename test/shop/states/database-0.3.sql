SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA store_api;

CREATE FUNCTION store_api.exact(v json) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case json_typeof(v)
    when 'string' then v #>> '{}'
    when 'number' then v #>> '{}'
    when 'boolean' then case v #>> '{}' when 'true' then '1' else '0' end
  end
$$;

CREATE FUNCTION store_api.folded(v json) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case json_typeof(v)
    when 'string' then replace(lower((v #>> '{}') collate "und-x-icu"), 'ς', 'σ')
    when 'number' then v #>> '{}'
    when 'boolean' then case v #>> '{}' when 'true' then '1' else '0' end
  end
$$;

CREATE FUNCTION store_api.leaves(v json) RETURNS json[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  found json[] := '{}';
  element json;
begin
  case json_typeof(v)
    when 'null' then return found;
    when 'array' then
      for element in select json_array_elements(v) loop
        found := found || store_api.leaves(element);
      end loop;
      return found;
    else return array[v];
  end case;
end
$$;

CREATE FUNCTION store_api.number_of(v json) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case json_typeof(v)
    when 'number' then (v #>> '{}')::float8
    when 'boolean' then case v #>> '{}' when 'true' then 1 else 0 end
  end
$$;

CREATE FUNCTION store_api.numbers(d json, paths text[]) RETURNS double precision[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(array_agg(store_api.number_of(v)) filter (where store_api.number_of(v) is not null), '{}')
  from unnest(store_api.reached(d, paths)) as found(v)
$$;

CREATE FUNCTION store_api.reached(d json, paths text[]) RETURNS json[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
declare
  path text;
  found json[];
begin
  foreach path in array paths loop
    found := store_api.walk(d, string_to_array(path, '.'), 1);
    if cardinality(found) > 0 then return found; end if;
  end loop;
  return '{}';
end
$$;

CREATE FUNCTION store_api.texts(d json, paths text[]) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select coalesce(array_agg(store_api.folded(v)) filter (where store_api.folded(v) is not null), '{}')
  from unnest(store_api.reached(d, paths)) as found(v)
$$;

CREATE FUNCTION store_api.walk(d json, steps text[], start integer) RETURNS json[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
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
          found := found || store_api.walk(element, steps, at);
        end loop;
        return found;
      else return found;
    end case;
    if v is null then return found; end if;
  end loop;
  return store_api.leaves(v);
end
$$;

CREATE FUNCTION store_api.words(d json, before text[], after text[]) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select array_to_tsvector(coalesce(array_agg(left(found.word, 500)) filter (where found.word <> ''), '{}'))
  from unnest(case json_typeof(d #> before)
      when 'object' then array[d #> before]
      else store_api.reached(d, array[array_to_string(before, '.')])
    end) as holder(v),
    json_each(case json_typeof(holder.v) when 'object' then holder.v else '{}' end) as member,
    unnest(case
      when json_typeof(member.value #> after) in ('string', 'number', 'boolean')
      then array[store_api.folded(member.value #> after)]
      else store_api.texts(member.value, array[array_to_string(after, '.')])
    end) as found(word)
$$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE store_api.addresses (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.api_users (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.attribute_sets (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.attributes (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE UNLOGGED TABLE store_api.call_windows (
    caller text NOT NULL COLLATE pg_catalog."C",
    until_ms bigint NOT NULL,
    calls bigint NOT NULL
);

CREATE UNLOGGED TABLE store_api.caller_writes (
    caller text NOT NULL COLLATE pg_catalog."C",
    lsn pg_lsn NOT NULL
);

CREATE TABLE store_api.carts (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.categories (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.category_products (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.compositions (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.creditmemos (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.customers (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.download_files (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.idempotency_keys (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE SEQUENCE store_api.image_version
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE store_api.image_files (
    name text NOT NULL COLLATE pg_catalog."C",
    version bigint DEFAULT nextval('store_api.image_version'::regclass) NOT NULL,
    size bigint NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE store_api.image_parts (
    name text NOT NULL COLLATE pg_catalog."C",
    part integer NOT NULL,
    bytes bytea NOT NULL
);
ALTER TABLE ONLY store_api.image_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE store_api.images (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.invoices (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.login_failures (
    key text NOT NULL COLLATE pg_catalog."C",
    at_ms bigint NOT NULL
);

CREATE TABLE store_api.mail (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.migrations (
    number integer NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE store_api.orders (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.own_rows (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.product_links (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.product_tag_uses (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.product_tags (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.products (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.sequences (
    name text NOT NULL COLLATE pg_catalog."C",
    value bigint NOT NULL
);

CREATE TABLE store_api.sessions (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.settings (
    id text NOT NULL COLLATE pg_catalog."C",
    d json NOT NULL
);

CREATE TABLE store_api.shared_values (
    name text NOT NULL COLLATE pg_catalog."C",
    value json NOT NULL
);

CREATE TABLE store_api.shipments (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.stock_items (
    id bigint NOT NULL,
    d json NOT NULL
);

CREATE TABLE store_api.versions (
    only_row boolean DEFAULT true NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    control bigint DEFAULT 0 NOT NULL,
    standby_era bigint DEFAULT 0 NOT NULL,
    api_users bigint DEFAULT 0 NOT NULL,
    settings bigint DEFAULT 0 NOT NULL,
    attributes bigint DEFAULT 0 NOT NULL,
    attribute_sets bigint DEFAULT 0 NOT NULL,
    categories bigint DEFAULT 0 NOT NULL,
    CONSTRAINT versions_only_row_check CHECK (only_row)
);

INSERT INTO store_api.addresses VALUES (1, '{"id":1,"customer_id":1,"firstname":"Anna","lastname":"Berg","street":"Weg 1","city":"Bonn","telephone":"1","postcode":"53111","country_id":"DE","region":null,"region_id":null,"middlename":null,"prefix":null,"suffix":null,"company":null,"fax":null,"created_at":"2026-11-27 20:42:03","updated_at":"2026-11-27 20:42:03"}');

INSERT INTO store_api.api_users VALUES (1, '{"id":1,"username":"admin","key_hash":"scrypt$32768$8$1$imblzfbZH8LkA+uA/m1RNQ==$pD6wv/oOYsud+y+5QXrrx5Ya20mAp/FOHkKSitOIB/Y=","is_active":true,"roles":["all"],"login_count":1,"created_at":"2026-11-27 20:42:02"}');

INSERT INTO store_api.attribute_sets VALUES (3, '{"id":3,"entity_type":"category","name":"Default","groups":[{"group_id":4,"name":"General Information","sort_order":2,"is_default":false,"members":[{"attribute_id":43,"sort_order":1},{"attribute_id":44,"sort_order":2},{"attribute_id":45,"sort_order":3},{"attribute_id":46,"sort_order":4},{"attribute_id":47,"sort_order":5},{"attribute_id":48,"sort_order":6},{"attribute_id":49,"sort_order":7},{"attribute_id":50,"sort_order":8},{"attribute_id":54,"sort_order":12},{"attribute_id":55,"sort_order":13},{"attribute_id":56,"sort_order":14},{"attribute_id":57,"sort_order":15},{"attribute_id":58,"sort_order":16},{"attribute_id":59,"sort_order":17},{"attribute_id":65,"sort_order":24},{"attribute_id":66,"sort_order":25},{"attribute_id":69,"sort_order":10}]},{"group_id":3,"name":"General","sort_order":10,"is_default":true,"members":[]},{"group_id":5,"name":"Display Settings","sort_order":20,"is_default":false,"members":[{"attribute_id":51,"sort_order":10},{"attribute_id":52,"sort_order":20},{"attribute_id":53,"sort_order":30},{"attribute_id":67,"sort_order":40},{"attribute_id":68,"sort_order":50},{"attribute_id":72,"sort_order":51}]},{"group_id":6,"name":"Custom Design","sort_order":30,"is_default":false,"members":[{"attribute_id":60,"sort_order":10},{"attribute_id":61,"sort_order":30},{"attribute_id":62,"sort_order":40},{"attribute_id":63,"sort_order":50},{"attribute_id":64,"sort_order":60},{"attribute_id":70,"sort_order":5},{"attribute_id":71,"sort_order":6}]}]}');
INSERT INTO store_api.attribute_sets VALUES (4, '{"id":4,"entity_type":"product","name":"Default","groups":[{"group_id":7,"name":"General","sort_order":1,"is_default":true,"members":[{"attribute_id":73,"sort_order":1},{"attribute_id":74,"sort_order":2},{"attribute_id":75,"sort_order":3},{"attribute_id":76,"sort_order":4},{"attribute_id":82,"sort_order":5},{"attribute_id":91,"sort_order":6},{"attribute_id":95,"sort_order":7},{"attribute_id":96,"sort_order":8},{"attribute_id":98,"sort_order":9},{"attribute_id":99,"sort_order":10},{"attribute_id":100,"sort_order":11},{"attribute_id":104,"sort_order":12},{"attribute_id":110,"sort_order":13},{"attribute_id":112,"sort_order":14},{"attribute_id":113,"sort_order":15},{"attribute_id":114,"sort_order":16},{"attribute_id":115,"sort_order":17},{"attribute_id":116,"sort_order":18},{"attribute_id":117,"sort_order":19},{"attribute_id":118,"sort_order":20},{"attribute_id":119,"sort_order":21},{"attribute_id":125,"sort_order":22},{"attribute_id":126,"sort_order":23},{"attribute_id":127,"sort_order":24},{"attribute_id":129,"sort_order":25},{"attribute_id":130,"sort_order":26},{"attribute_id":131,"sort_order":27},{"attribute_id":132,"sort_order":28},{"attribute_id":133,"sort_order":29}]},{"group_id":8,"name":"Prices","sort_order":2,"is_default":false,"members":[{"attribute_id":77,"sort_order":1},{"attribute_id":78,"sort_order":3},{"attribute_id":79,"sort_order":4},{"attribute_id":80,"sort_order":5},{"attribute_id":81,"sort_order":6},{"attribute_id":92,"sort_order":2},{"attribute_id":93,"sort_order":7},{"attribute_id":101,"sort_order":8},{"attribute_id":120,"sort_order":9},{"attribute_id":121,"sort_order":10},{"attribute_id":122,"sort_order":11},{"attribute_id":123,"sort_order":12},{"attribute_id":128,"sort_order":13}]},{"group_id":9,"name":"Meta Information","sort_order":3,"is_default":false,"members":[{"attribute_id":84,"sort_order":1},{"attribute_id":85,"sort_order":2},{"attribute_id":86,"sort_order":3}]},{"group_id":10,"name":"Images","sort_order":4,"is_default":false,"members":[{"attribute_id":87,"sort_order":1},{"attribute_id":88,"sort_order":2},{"attribute_id":89,"sort_order":3},{"attribute_id":90,"sort_order":4},{"attribute_id":97,"sort_order":5}]},{"group_id":11,"name":"Recurring Profile","sort_order":5,"is_default":false,"members":[{"attribute_id":102,"sort_order":1},{"attribute_id":103,"sort_order":2}]},{"group_id":12,"name":"Design","sort_order":6,"is_default":false,"members":[{"attribute_id":105,"sort_order":1},{"attribute_id":106,"sort_order":2},{"attribute_id":107,"sort_order":3},{"attribute_id":108,"sort_order":4},{"attribute_id":109,"sort_order":5},{"attribute_id":111,"sort_order":6}]},{"group_id":17,"name":"Gift Options","sort_order":7,"is_default":false,"members":[{"attribute_id":124,"sort_order":1}]}]}');
INSERT INTO store_api.attribute_sets VALUES (1, '{"id":1,"entity_type":"other","name":"Default","groups":[{"group_id":1,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');
INSERT INTO store_api.attribute_sets VALUES (2, '{"id":2,"entity_type":"other","name":"Default","groups":[{"group_id":2,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');
INSERT INTO store_api.attribute_sets VALUES (5, '{"id":5,"entity_type":"other","name":"Default","groups":[{"group_id":13,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');
INSERT INTO store_api.attribute_sets VALUES (6, '{"id":6,"entity_type":"other","name":"Default","groups":[{"group_id":14,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');
INSERT INTO store_api.attribute_sets VALUES (7, '{"id":7,"entity_type":"other","name":"Default","groups":[{"group_id":15,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');
INSERT INTO store_api.attribute_sets VALUES (8, '{"id":8,"entity_type":"other","name":"Default","groups":[{"group_id":16,"name":"General","sort_order":1,"is_default":true,"members":[]}]}');

INSERT INTO store_api.attributes VALUES (43, '{"id":43,"entity_type":"category","attribute_code":"name","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Name"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (44, '{"id":44,"entity_type":"category","attribute_code":"is_active","frontend_input":"select","backend":"int","scope":"store","default_value":"1","is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Is Active"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (45, '{"id":45,"entity_type":"category","attribute_code":"url_key","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"URL Key"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (46, '{"id":46,"entity_type":"category","attribute_code":"description","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Description"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (47, '{"id":47,"entity_type":"category","attribute_code":"image","frontend_input":"image","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Image"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (48, '{"id":48,"entity_type":"category","attribute_code":"meta_title","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Page Title"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (49, '{"id":49,"entity_type":"category","attribute_code":"meta_keywords","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Meta Keywords"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (50, '{"id":50,"entity_type":"category","attribute_code":"meta_description","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Meta Description"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (51, '{"id":51,"entity_type":"category","attribute_code":"display_mode","frontend_input":"select","backend":"varchar","scope":"store","default_value":"PRODUCTS","is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Display Mode"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"display_mode","options":[]}');
INSERT INTO store_api.attributes VALUES (52, '{"id":52,"entity_type":"category","attribute_code":"landing_page","frontend_input":"select","backend":"int","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"CMS Block"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (53, '{"id":53,"entity_type":"category","attribute_code":"is_anchor","frontend_input":"select","backend":"int","scope":"global","default_value":"0","is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Is Anchor"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (54, '{"id":54,"entity_type":"category","attribute_code":"path","frontend_input":"","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Path"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (55, '{"id":55,"entity_type":"category","attribute_code":"position","frontend_input":"","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Position"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (56, '{"id":56,"entity_type":"category","attribute_code":"all_children","frontend_input":"","backend":"text","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (57, '{"id":57,"entity_type":"category","attribute_code":"path_in_store","frontend_input":"","backend":"text","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (58, '{"id":58,"entity_type":"category","attribute_code":"children","frontend_input":"","backend":"text","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (59, '{"id":59,"entity_type":"category","attribute_code":"url_path","frontend_input":"","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (60, '{"id":60,"entity_type":"category","attribute_code":"custom_design","frontend_input":"select","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Custom Design"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"custom_design","options":[]}');
INSERT INTO store_api.attributes VALUES (61, '{"id":61,"entity_type":"category","attribute_code":"custom_design_from","frontend_input":"date","backend":"datetime","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Active From"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (62, '{"id":62,"entity_type":"category","attribute_code":"custom_design_to","frontend_input":"date","backend":"datetime","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Active To"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (63, '{"id":63,"entity_type":"category","attribute_code":"page_layout","frontend_input":"select","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Page Layout"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"page_layout","options":[]}');
INSERT INTO store_api.attributes VALUES (64, '{"id":64,"entity_type":"category","attribute_code":"custom_layout_update","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Custom Layout Update"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (65, '{"id":65,"entity_type":"category","attribute_code":"level","frontend_input":"","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Level"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (66, '{"id":66,"entity_type":"category","attribute_code":"children_count","frontend_input":"","backend":"static","scope":"global","default_value":"0","is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Children Count"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (67, '{"id":67,"entity_type":"category","attribute_code":"available_sort_by","frontend_input":"multiselect","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Available Product Listing Sort By"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0},"is_user_defined":false,"is_read_only":false,"source":"sort_by","options":[]}');
INSERT INTO store_api.attributes VALUES (68, '{"id":68,"entity_type":"category","attribute_code":"default_sort_by","frontend_input":"select","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Default Product Listing Sort By"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"sort_by","options":[]}');
INSERT INTO store_api.attributes VALUES (69, '{"id":69,"entity_type":"category","attribute_code":"include_in_menu","frontend_input":"select","backend":"int","scope":"store","default_value":"1","is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Include in Navigation Menu"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (70, '{"id":70,"entity_type":"category","attribute_code":"custom_use_parent_settings","frontend_input":"select","backend":"int","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Use Parent Category Settings"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (71, '{"id":71,"entity_type":"category","attribute_code":"custom_apply_to_products","frontend_input":"select","backend":"int","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Apply To Products"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (72, '{"id":72,"entity_type":"category","attribute_code":"filter_price_range","frontend_input":"text","backend":"decimal","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Layered Navigation Price Step"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (73, '{"id":73,"entity_type":"product","attribute_code":"name","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Name"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":1},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (74, '{"id":74,"entity_type":"product","attribute_code":"description","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Description"}],"additional_fields":{"is_wysiwyg_enabled":1,"is_html_allowed_on_front":1},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (75, '{"id":75,"entity_type":"product","attribute_code":"short_description","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Short Description"}],"additional_fields":{"is_wysiwyg_enabled":1,"is_html_allowed_on_front":1},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (76, '{"id":76,"entity_type":"product","attribute_code":"sku","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":true,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"SKU"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (77, '{"id":77,"entity_type":"product","attribute_code":"price","frontend_input":"price","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Price"}],"additional_fields":{"is_filterable":1,"is_filterable_in_search":0,"position":0,"used_for_sort_by":1},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (78, '{"id":78,"entity_type":"product","attribute_code":"special_price","frontend_input":"price","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Special Price"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (79, '{"id":79,"entity_type":"product","attribute_code":"special_from_date","frontend_input":"date","backend":"datetime","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Special Price From Date"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (80, '{"id":80,"entity_type":"product","attribute_code":"special_to_date","frontend_input":"date","backend":"datetime","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Special Price To Date"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (81, '{"id":81,"entity_type":"product","attribute_code":"cost","frontend_input":"price","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["virtual","downloadable"],"frontend_label":[{"store_id":0,"label":"Cost"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":true,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (82, '{"id":82,"entity_type":"product","attribute_code":"weight","frontend_input":"weight","backend":"decimal","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","bundle"],"frontend_label":[{"store_id":0,"label":"Weight"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (83, '{"id":83,"entity_type":"product","attribute_code":"manufacturer","frontend_input":"select","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple"],"frontend_label":[{"store_id":0,"label":"Manufacturer"}],"additional_fields":{"is_filterable":1,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":true,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (84, '{"id":84,"entity_type":"product","attribute_code":"meta_title","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Meta Title"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (85, '{"id":85,"entity_type":"product","attribute_code":"meta_keyword","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Meta Keywords"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (86, '{"id":86,"entity_type":"product","attribute_code":"meta_description","frontend_input":"textarea","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Meta Description"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (87, '{"id":87,"entity_type":"product","attribute_code":"image","frontend_input":"media_image","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Base Image"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (88, '{"id":88,"entity_type":"product","attribute_code":"small_image","frontend_input":"media_image","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Small Image"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (89, '{"id":89,"entity_type":"product","attribute_code":"thumbnail","frontend_input":"media_image","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Thumbnail"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (90, '{"id":90,"entity_type":"product","attribute_code":"media_gallery","frontend_input":"gallery","backend":"varchar","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Media Gallery"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (91, '{"id":91,"entity_type":"product","attribute_code":"old_id","frontend_input":"text","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (92, '{"id":92,"entity_type":"product","attribute_code":"group_price","frontend_input":"text","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Group Price"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (93, '{"id":93,"entity_type":"product","attribute_code":"tier_price","frontend_input":"text","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Tier Price"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (94, '{"id":94,"entity_type":"product","attribute_code":"color","frontend_input":"select","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":true,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple"],"frontend_label":[{"store_id":0,"label":"Color"}],"additional_fields":{"is_filterable":1,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":true,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (95, '{"id":95,"entity_type":"product","attribute_code":"news_from_date","frontend_input":"date","backend":"datetime","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Set Product as New from Date"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (96, '{"id":96,"entity_type":"product","attribute_code":"news_to_date","frontend_input":"date","backend":"datetime","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Set Product as New to Date"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (97, '{"id":97,"entity_type":"product","attribute_code":"gallery","frontend_input":"gallery","backend":"varchar","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Image Gallery"}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (98, '{"id":98,"entity_type":"product","attribute_code":"status","frontend_input":"select","backend":"int","scope":"website","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Status"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"status","options":[]}');
INSERT INTO store_api.attributes VALUES (99, '{"id":99,"entity_type":"product","attribute_code":"url_key","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"URL Key"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (100, '{"id":100,"entity_type":"product","attribute_code":"url_path","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (101, '{"id":101,"entity_type":"product","attribute_code":"minimal_price","frontend_input":"price","backend":"decimal","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","configurable","virtual","bundle","downloadable"],"frontend_label":[{"store_id":0,"label":"Minimal Price"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (102, '{"id":102,"entity_type":"product","attribute_code":"is_recurring","frontend_input":"select","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","virtual"],"frontend_label":[{"store_id":0,"label":"Enable Recurring Profile"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (103, '{"id":103,"entity_type":"product","attribute_code":"recurring_profile","frontend_input":"text","backend":"text","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","virtual"],"frontend_label":[{"store_id":0,"label":"Recurring Payment Profile"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (104, '{"id":104,"entity_type":"product","attribute_code":"visibility","frontend_input":"select","backend":"int","scope":"store","default_value":"4","is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Visibility"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"visibility","options":[]}');
INSERT INTO store_api.attributes VALUES (105, '{"id":105,"entity_type":"product","attribute_code":"custom_design","frontend_input":"select","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Custom Design"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"custom_design","options":[]}');
INSERT INTO store_api.attributes VALUES (106, '{"id":106,"entity_type":"product","attribute_code":"custom_design_from","frontend_input":"date","backend":"datetime","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Active From"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (107, '{"id":107,"entity_type":"product","attribute_code":"custom_design_to","frontend_input":"date","backend":"datetime","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Active To"}],"additional_fields":{"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (108, '{"id":108,"entity_type":"product","attribute_code":"custom_layout_update","frontend_input":"textarea","backend":"text","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Custom Layout Update"}],"additional_fields":{"is_wysiwyg_enabled":0,"is_html_allowed_on_front":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (109, '{"id":109,"entity_type":"product","attribute_code":"page_layout","frontend_input":"select","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Page Layout"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"page_layout","options":[]}');
INSERT INTO store_api.attributes VALUES (110, '{"id":110,"entity_type":"product","attribute_code":"category_ids","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (111, '{"id":111,"entity_type":"product","attribute_code":"options_container","frontend_input":"select","backend":"varchar","scope":"store","default_value":"container1","is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Display Product Options In"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"options_container","options":[]}');
INSERT INTO store_api.attributes VALUES (112, '{"id":112,"entity_type":"product","attribute_code":"required_options","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (113, '{"id":113,"entity_type":"product","attribute_code":"has_options","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (114, '{"id":114,"entity_type":"product","attribute_code":"image_label","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Image Label"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (115, '{"id":115,"entity_type":"product","attribute_code":"small_image_label","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Small Image Label"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (116, '{"id":116,"entity_type":"product","attribute_code":"thumbnail_label","frontend_input":"text","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Thumbnail Label"}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (117, '{"id":117,"entity_type":"product","attribute_code":"created_at","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (118, '{"id":118,"entity_type":"product","attribute_code":"updated_at","frontend_input":"text","backend":"static","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{"frontend_class":null,"is_html_allowed_on_front":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (119, '{"id":119,"entity_type":"product","attribute_code":"country_of_manufacture","frontend_input":"select","backend":"varchar","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["simple","configurable","bundle","grouped"],"frontend_label":[{"store_id":0,"label":"Country of Manufacture"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"country","options":[]}');
INSERT INTO store_api.attributes VALUES (120, '{"id":120,"entity_type":"product","attribute_code":"msrp_enabled","frontend_input":"select","backend":"varchar","scope":"website","default_value":"2","is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","bundle","configurable","virtual","downloadable"],"frontend_label":[{"store_id":0,"label":"Apply MAP"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"msrp_enabled","options":[]}');
INSERT INTO store_api.attributes VALUES (121, '{"id":121,"entity_type":"product","attribute_code":"msrp_display_actual_price_type","frontend_input":"select","backend":"varchar","scope":"website","default_value":"4","is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","bundle","configurable","virtual","downloadable"],"frontend_label":[{"store_id":0,"label":"Display Actual Price"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"msrp_display","options":[]}');
INSERT INTO store_api.attributes VALUES (122, '{"id":122,"entity_type":"product","attribute_code":"msrp","frontend_input":"price","backend":"decimal","scope":"website","default_value":null,"is_unique":false,"is_required":false,"is_configurable":true,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","bundle","configurable","virtual","downloadable"],"frontend_label":[{"store_id":0,"label":"Manufacturer''s Suggested Retail Price"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (123, '{"id":123,"entity_type":"product","attribute_code":"tax_class_id","frontend_input":"select","backend":"int","scope":"website","default_value":null,"is_unique":false,"is_required":true,"is_configurable":true,"is_searchable":true,"is_visible_in_advanced_search":true,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["simple","configurable","virtual","downloadable","bundle"],"frontend_label":[{"store_id":0,"label":"Tax Class"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"tax_class","options":[]}');
INSERT INTO store_api.attributes VALUES (124, '{"id":124,"entity_type":"product","attribute_code":"gift_message_available","frontend_input":"select","backend":"varchar","scope":"global","default_value":null,"is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":[],"frontend_label":[{"store_id":0,"label":"Allow Gift Message"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (125, '{"id":125,"entity_type":"product","attribute_code":"price_type","frontend_input":"","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["bundle"],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (126, '{"id":126,"entity_type":"product","attribute_code":"sku_type","frontend_input":"","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["bundle"],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (127, '{"id":127,"entity_type":"product","attribute_code":"weight_type","frontend_input":"","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["bundle"],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (128, '{"id":128,"entity_type":"product","attribute_code":"price_view","frontend_input":"select","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["bundle"],"frontend_label":[{"store_id":0,"label":"Price View"}],"additional_fields":{"is_filterable":0,"is_filterable_in_search":0,"position":0,"used_for_sort_by":0},"is_user_defined":false,"is_read_only":false,"source":"price_view","options":[]}');
INSERT INTO store_api.attributes VALUES (129, '{"id":129,"entity_type":"product","attribute_code":"shipment_type","frontend_input":"","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["bundle"],"frontend_label":[{"store_id":0,"label":"Shipment"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":"yes_no","options":[]}');
INSERT INTO store_api.attributes VALUES (130, '{"id":130,"entity_type":"product","attribute_code":"links_purchased_separately","frontend_input":"","backend":"int","scope":"global","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["downloadable"],"frontend_label":[{"store_id":0,"label":"Links can be purchased separately"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (131, '{"id":131,"entity_type":"product","attribute_code":"samples_title","frontend_input":"","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["downloadable"],"frontend_label":[{"store_id":0,"label":"Samples title"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (132, '{"id":132,"entity_type":"product","attribute_code":"links_title","frontend_input":"","backend":"varchar","scope":"store","default_value":null,"is_unique":false,"is_required":true,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":false,"apply_to":["downloadable"],"frontend_label":[{"store_id":0,"label":"Links title"}],"additional_fields":{},"is_user_defined":false,"is_read_only":false,"source":null,"options":[]}');
INSERT INTO store_api.attributes VALUES (133, '{"id":133,"entity_type":"product","attribute_code":"links_exist","frontend_input":"","backend":"int","scope":"global","default_value":"0","is_unique":false,"is_required":false,"is_configurable":false,"is_searchable":false,"is_visible_in_advanced_search":false,"is_comparable":false,"is_used_for_promo_rules":false,"is_visible_on_front":false,"used_in_product_listing":true,"apply_to":["downloadable"],"frontend_label":[{"store_id":0,"label":""}],"additional_fields":{},"is_user_defined":false,"is_read_only":true,"source":null,"options":[]}');

INSERT INTO store_api.categories VALUES (3, '{"id":3,"parent_id":2,"path":"1/2/3","level":2,"position":1,"children_count":0,"created_at":"2026-11-27 20:42:02","updated_at":"2026-11-27 20:42:02","values":{"0":{"is_active":1,"display_mode":"PRODUCTS","is_anchor":0,"include_in_menu":1,"name":"Cups","url_key":"cups"}}}');
INSERT INTO store_api.categories VALUES (1, '{"id":1,"parent_id":0,"path":"1","position":0,"level":0,"children_count":2,"created_at":"2024-01-01 00:00:00","updated_at":"2024-01-01 00:00:00","values":{"0":{"name":"Root Catalog","is_active":1,"include_in_menu":1}}}');
INSERT INTO store_api.categories VALUES (2, '{"id":2,"parent_id":1,"path":"1/2","position":1,"level":1,"children_count":1,"created_at":"2024-01-01 00:00:00","updated_at":"2024-01-01 00:00:00","values":{"0":{"name":"Default Category","is_active":1,"display_mode":"PRODUCTS","is_anchor":0,"include_in_menu":1}}}');

INSERT INTO store_api.customers VALUES (1, '{"id":1,"website_id":1,"store_id":0,"email":"Anna@example.com","group_id":1,"prefix":null,"firstname":"Anna","middlename":null,"lastname":"Berg","suffix":null,"dob":null,"taxvat":null,"gender":null,"password_hash":"scrypt$32768$8$1$jOO9PKGqI16t38h8pdX+sQ==$XPqgyiveQSz+jbukDywjXteZQhXXCTdjItLfgUugWNE=","confirmation":null,"created_in":"Admin","default_billing":1,"default_shipping":1,"is_active":1,"disable_auto_group_change":0,"reward_update_notification":null,"reward_warning_notification":null,"subscription":null,"last_logged_in":null,"custom":{},"created_at":"2026-11-27 20:42:03","updated_at":"2026-11-27 20:42:03"}');

INSERT INTO store_api.image_files VALUES ('/d/o/dot.gif', 3, 42, '2026-11-27 20:42:04.62851+00');

INSERT INTO store_api.image_parts VALUES ('/d/o/dot.gif', 0, '\x47494638396101000100800000000000ffffff21f90401000000002c000000000100010000020144003b');

INSERT INTO store_api.images VALUES ('/d/o/dot.gif', '{"id":"/d/o/dot.gif","file":"/d/o/dot.gif","product_id":1,"stored_as":"/d/o/dot.gif","size":42,"etag":"7xlVrnV8i5ZsgySDUDMb06MPZYztEfOH-OvwWrM2hik","type":"image/gif"}');

INSERT INTO store_api.invoices VALUES (1, '{"id":1,"increment_id":"100000001","state":2,"order_id":1,"order_increment_id":"100000001","store_id":1,"order_currency_code":"USD","base_currency_code":"USD","store_currency_code":"USD","global_currency_code":"USD","store_to_base_rate":1,"store_to_order_rate":1,"base_to_global_rate":1,"base_to_order_rate":1,"order_created_at":"2026-11-27 20:42:04","created_at":"2026-11-27 20:42:04","updated_at":"2026-11-27 20:42:04","subtotal":25,"shipping_amount":10,"shipping_tax_amount":0,"discount_amount":0,"tax_amount":0,"grand_total":35,"base_subtotal":25,"base_shipping_amount":10,"base_shipping_tax_amount":0,"base_discount_amount":0,"base_tax_amount":0,"base_grand_total":35,"subtotal_incl_tax":25,"base_subtotal_incl_tax":25,"shipping_incl_tax":10,"base_shipping_incl_tax":10,"total_qty":2,"items":[{"item_id":1,"parent_id":1,"order_item_id":1,"product_id":1,"sku":"mug","name":"Müg  ☃","qty":2,"price":12.5,"base_price":12.5,"row_total":25,"discount_amount":0,"tax_amount":0,"base_row_total":25,"base_discount_amount":0,"base_tax_amount":0,"price_incl_tax":12.5,"base_price_incl_tax":12.5,"row_total_incl_tax":25,"base_row_total_incl_tax":25}],"comments":[],"email_sent":0,"transaction_id":null,"can_void_flag":null,"is_used_for_refund":null,"base_total_refunded":0,"discount_description":null,"billing_firstname":"Anna","billing_middlename":"","billing_lastname":"Berg","billing_address_id":1,"shipping_address_id":2}');

INSERT INTO store_api.migrations VALUES (1, '2026-11-27 20:42:01.900215+00');
INSERT INTO store_api.migrations VALUES (2, '2026-11-27 20:42:01.900215+00');
INSERT INTO store_api.migrations VALUES (3, '2026-11-27 20:42:01.900215+00');
INSERT INTO store_api.migrations VALUES (4, '2026-11-27 20:42:01.900215+00');

INSERT INTO store_api.orders VALUES (1, '{"id":1,"increment_id":"100000001","created_at":"2026-11-27 20:42:04","updated_at":"2026-11-27 20:42:04","state":"processing","status":"processing","order_currency_code":"USD","base_currency_code":"USD","store_currency_code":"USD","global_currency_code":"USD","base_to_order_rate":1,"store_to_order_rate":1,"base_to_global_rate":1,"store_to_base_rate":1,"store_id":1,"store_name":"Main Website\nMain Website Store\nDefault Store View","customer_id":1,"customer_is_guest":0,"customer_group_id":1,"customer_email":"Anna@example.com","customer_firstname":"Anna","customer_lastname":"Berg","customer_middlename":null,"customer_prefix":null,"customer_suffix":null,"customer_taxvat":null,"customer_dob":null,"subtotal":25,"subtotal_incl_tax":25,"shipping_amount":10,"shipping_tax_amount":0,"shipping_discount_amount":0,"shipping_incl_tax":10,"discount_amount":0,"tax_amount":0,"grand_total":35,"base_subtotal":25,"base_subtotal_incl_tax":25,"base_shipping_amount":10,"base_shipping_tax_amount":0,"base_shipping_discount_amount":0,"base_shipping_incl_tax":10,"base_discount_amount":0,"base_tax_amount":0,"base_grand_total":35,"total_paid":35,"total_refunded":0,"total_invoiced":35,"total_canceled":0,"total_offline_refunded":0,"total_online_refunded":0,"subtotal_invoiced":25,"subtotal_refunded":0,"subtotal_canceled":0,"tax_invoiced":0,"tax_refunded":0,"tax_canceled":0,"shipping_invoiced":10,"shipping_refunded":0,"shipping_canceled":0,"shipping_tax_invoiced":0,"shipping_tax_refunded":0,"discount_invoiced":0,"discount_refunded":0,"discount_canceled":0,"adjustment_positive":0,"adjustment_negative":0,"base_total_paid":35,"base_total_refunded":0,"base_total_invoiced":35,"base_total_canceled":0,"base_total_offline_refunded":0,"base_total_online_refunded":0,"base_subtotal_invoiced":25,"base_subtotal_refunded":0,"base_subtotal_canceled":0,"base_tax_invoiced":0,"base_tax_refunded":0,"base_tax_canceled":0,"base_shipping_invoiced":10,"base_shipping_refunded":0,"base_shipping_canceled":0,"base_shipping_tax_invoiced":0,"base_shipping_tax_refunded":0,"base_discount_invoiced":0,"base_discount_refunded":0,"base_discount_canceled":0,"base_adjustment_positive":0,"base_adjustment_negative":0,"total_due":0,"base_total_due":0,"total_qty_ordered":2,"total_item_count":1,"weight":0,"is_virtual":0,"shipping_method":"flatrate_flatrate","shipping_description":"Flat Rate - Fixed","billing_address":{"address_id":1,"address_type":"billing","firstname":"Anna","lastname":"Berg","street":"Weg 1","city":"Bonn","region":"","postcode":"53111","country_id":"DE","telephone":"1","prefix":"","middlename":"","suffix":"","company":"","fax":"","vat_id":"","email":"Anna@example.com","region_id":null,"customer_id":1,"customer_address_id":1},"billing_address_id":1,"shipping_address":{"address_id":2,"address_type":"shipping","firstname":"Anna","lastname":"Berg","street":"Weg 1","city":"Bonn","region":"","postcode":"53111","country_id":"DE","telephone":"1","prefix":"","middlename":"","suffix":"","company":"","fax":"","vat_id":"","email":"Anna@example.com","region_id":null,"customer_id":1,"customer_address_id":1},"shipping_address_id":2,"items":[{"item_id":1,"order_id":1,"store_id":1,"created_at":"2026-11-27 20:42:04","product_id":1,"product_type":"simple","sku":"mug","name":"Müg  ☃","is_virtual":0,"is_qty_decimal":0,"weight":0,"row_weight":0,"qty_ordered":2,"qty_backordered":0,"tax_percent":0,"discount_percent":0,"product_options":"","price":12.5,"price_incl_tax":12.5,"row_total":25,"discount_amount":0,"tax_amount":0,"row_total_incl_tax":25,"base_price":12.5,"base_price_incl_tax":12.5,"base_row_total":25,"base_discount_amount":0,"base_tax_amount":0,"base_row_total_incl_tax":25,"qty_invoiced":2,"qty_shipped":0,"qty_refunded":0,"qty_canceled":0,"row_invoiced":25,"tax_invoiced":0,"tax_refunded":0,"tax_canceled":0,"discount_invoiced":0,"discount_refunded":0,"amount_refunded":0,"base_row_invoiced":25,"base_tax_invoiced":0,"base_tax_refunded":0,"base_tax_canceled":0,"base_discount_invoiced":0,"base_discount_refunded":0,"base_amount_refunded":0,"original_price":12.5,"base_original_price":12.5,"parent_item_id":null,"free_shipping":0,"updated_at":"2026-11-27 20:42:04"}],"payment":{"payment_id":1,"method":"checkmo","amount_ordered":35,"base_amount_ordered":35,"shipping_amount":10,"base_shipping_amount":10,"amount_paid":35,"amount_refunded":0,"amount_canceled":0,"shipping_captured":10,"amount_authorized":0,"shipping_refunded":0,"base_amount_paid":35,"base_amount_refunded":0,"base_amount_canceled":0,"base_shipping_captured":10,"base_amount_authorized":0,"base_shipping_refunded":0,"base_amount_paid_online":0,"cc_type":null,"cc_last4":null,"po_number":null,"last_trans_id":null,"authorization":"none"},"status_history":[{"created_at":"2026-11-27 20:42:04","status":"pending","comment":"","is_customer_notified":0,"is_visible_on_front":0,"entity_name":"order","parent_id":1},{"created_at":"2026-11-27 20:42:04","status":"processing","comment":"","is_customer_notified":2,"is_visible_on_front":0,"entity_name":"invoice","parent_id":1}],"customer_note":null,"customer_note_notify":0,"email_sent":0,"coupon_code":null,"discount_description":null,"applied_rule_ids":null,"hold_before_state":null,"hold_before_status":null}');

INSERT INTO store_api.products VALUES (1, '{"id":1,"type":"simple","set":4,"sku":"mug","created_at":"2026-11-27 20:42:02","updated_at":"2026-11-27 20:42:04","website_ids":[1],"values":{"0":{"image":"no_selection","small_image":"no_selection","thumbnail":"no_selection","name":"Müg  ☃","status":1,"visibility":4,"price":12.5,"tax_class_id":0,"options_container":"container1","url_key":"mug"}},"tier_prices":[],"images":[{"value_id":1,"file":"/d/o/dot.gif","stores":{"0":{"label":"Dot","position":1,"exclude":false}}}]}');

INSERT INTO store_api.sequences VALUES ('option', 2);
INSERT INTO store_api.sequences VALUES ('attribute', 133);
INSERT INTO store_api.sequences VALUES ('attribute_set', 8);
INSERT INTO store_api.sequences VALUES ('attribute_group', 17);
INSERT INTO store_api.sequences VALUES ('api_user', 1);
INSERT INTO store_api.sequences VALUES ('session', 1);
INSERT INTO store_api.sequences VALUES ('product', 1);
INSERT INTO store_api.sequences VALUES ('category', 3);
INSERT INTO store_api.sequences VALUES ('customer', 1);
INSERT INTO store_api.sequences VALUES ('address', 1);
INSERT INTO store_api.sequences VALUES ('order', 1);
INSERT INTO store_api.sequences VALUES ('order_number_of_store_1', 1);
INSERT INTO store_api.sequences VALUES ('order_address', 2);
INSERT INTO store_api.sequences VALUES ('order_item', 1);
INSERT INTO store_api.sequences VALUES ('order_payment', 1);
INSERT INTO store_api.sequences VALUES ('invoice', 1);
INSERT INTO store_api.sequences VALUES ('invoice_item', 1);
INSERT INTO store_api.sequences VALUES ('invoice_number_of_store_1', 1);
INSERT INTO store_api.sequences VALUES ('image', 1);

INSERT INTO store_api.sessions VALUES ('4122282d10f950bcb953edb9c5828ab31ea3f9c5f3a1adbbc6b4ff088cd3004c', '{"id":"4122282d10f950bcb953edb9c5828ab31ea3f9c5f3a1adbbc6b4ff088cd3004c","user_id":1,"created_at":"2026-11-27 20:42:02","number":1,"last_used":"2026-11-27 20:42:02"}');

INSERT INTO store_api.settings VALUES ('shop', '{"id":"shop","websites":[{"website_id":0,"code":"admin","name":"Admin","sort_order":0,"default_group_id":0,"is_default":false},{"website_id":1,"code":"base","name":"Main Website","sort_order":0,"default_group_id":1,"is_default":true},{"website_id":2,"code":"second","name":"Second Website","sort_order":1,"default_group_id":2,"is_default":false}],"groups":[{"group_id":0,"website_id":0,"name":"Default","root_category_id":0,"default_store_id":0},{"group_id":1,"website_id":1,"name":"Main Website Store","root_category_id":2,"default_store_id":1},{"group_id":2,"website_id":2,"name":"Second Website Store","root_category_id":2,"default_store_id":2}],"views":[{"store_id":0,"code":"admin","website_id":0,"group_id":0,"name":"Admin","sort_order":0,"is_active":true},{"store_id":1,"code":"default","website_id":1,"group_id":1,"name":"Default Store View","sort_order":0,"is_active":true},{"store_id":2,"code":"second_default","website_id":2,"group_id":2,"name":"Second Store View","sort_order":0,"is_active":true},{"store_id":3,"code":"german","website_id":1,"group_id":1,"name":"German","sort_order":1,"language":"de","is_active":true}],"tax_classes":[{"class_id":2,"name":"Taxable Goods","type":"product"},{"class_id":3,"name":"Retail Customer","type":"customer"},{"class_id":4,"name":"Shipping","type":"product"}],"customer_groups":[{"group_id":0,"code":"NOT LOGGED IN"},{"group_id":1,"code":"General"},{"group_id":2,"code":"Wholesale"},{"group_id":3,"code":"Retailer"}]}');
INSERT INTO store_api.settings VALUES ('data_version', '{"id":"data_version","version":1}');
INSERT INTO store_api.settings VALUES ('attribute_revision', '{"id":"attribute_revision","changed_at":"2024-01-01 00:00:00"}');

INSERT INTO store_api.shared_values VALUES ('clock', '{"frozenAt":1893456000000,"shift":0}');

INSERT INTO store_api.stock_items VALUES (1, '{"id":1,"qty":5,"is_in_stock":1,"manage_stock":1,"use_config_manage_stock":0,"min_qty":0,"use_config_min_qty":1,"min_sale_qty":1,"use_config_min_sale_qty":1,"max_sale_qty":0,"use_config_max_sale_qty":1,"is_qty_decimal":0,"is_decimal_divided":0,"backorders":0,"use_config_backorders":1,"notify_stock_qty":null,"use_config_notify_stock_qty":1,"enable_qty_increments":0,"use_config_enable_qty_inc":1,"qty_increments":0,"use_config_qty_increments":1,"low_stock_date":null,"stock_status_changed_auto":0}');

INSERT INTO store_api.versions VALUES (true, 1795812122484755, 1795812124693172, 0, 1795812122812885, 1795812122484762, 1795812122484762, 1795812122484763, 1795812123010882);

SELECT pg_catalog.setval('store_api.image_version', 3, true);

ALTER TABLE ONLY store_api.addresses
    ADD CONSTRAINT addresses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.api_users
    ADD CONSTRAINT api_users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.attribute_sets
    ADD CONSTRAINT attribute_sets_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.attributes
    ADD CONSTRAINT attributes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.call_windows
    ADD CONSTRAINT call_windows_pkey PRIMARY KEY (caller);

ALTER TABLE ONLY store_api.caller_writes
    ADD CONSTRAINT caller_writes_pkey PRIMARY KEY (caller);

ALTER TABLE ONLY store_api.carts
    ADD CONSTRAINT carts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.categories
    ADD CONSTRAINT categories_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.category_products
    ADD CONSTRAINT category_products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.compositions
    ADD CONSTRAINT compositions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.creditmemos
    ADD CONSTRAINT creditmemos_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.download_files
    ADD CONSTRAINT download_files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.image_files
    ADD CONSTRAINT image_files_pkey PRIMARY KEY (name);

ALTER TABLE ONLY store_api.image_parts
    ADD CONSTRAINT image_parts_pkey PRIMARY KEY (name, part);

ALTER TABLE ONLY store_api.images
    ADD CONSTRAINT images_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (number);

ALTER TABLE ONLY store_api.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.own_rows
    ADD CONSTRAINT own_rows_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.product_links
    ADD CONSTRAINT product_links_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.product_tag_uses
    ADD CONSTRAINT product_tag_uses_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.product_tags
    ADD CONSTRAINT product_tags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.sequences
    ADD CONSTRAINT sequences_pkey PRIMARY KEY (name);

ALTER TABLE ONLY store_api.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.shared_values
    ADD CONSTRAINT shared_values_pkey PRIMARY KEY (name);

ALTER TABLE ONLY store_api.shipments
    ADD CONSTRAINT shipments_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.stock_items
    ADD CONSTRAINT stock_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY store_api.versions
    ADD CONSTRAINT versions_pkey PRIMARY KEY (only_row);

CREATE INDEX addresses_customer_id_number_afc6a5c8 ON store_api.addresses USING btree (store_api.number_of((d -> 'customer_id'::text)), id);

CREATE UNIQUE INDEX api_users_unique_username_27b07604 ON store_api.api_users USING btree (store_api.folded((d -> 'username'::text)) COLLATE "C");

CREATE UNIQUE INDEX attributes_unique_code_b5b8c0d5 ON store_api.attributes USING btree (store_api.exact((d -> 'entity_type'::text)) COLLATE "C", store_api.exact((d -> 'attribute_code'::text)) COLLATE "C");

CREATE INDEX carts_customer_id_number_afc6a5c8 ON store_api.carts USING btree (store_api.number_of((d -> 'customer_id'::text)), id);

CREATE INDEX carts_lines_children_item_id_number_264391b8 ON store_api.carts USING gin (store_api.numbers(d, '{lines.children.item_id}'::text[]));

CREATE INDEX carts_lines_children_product_id_number_ba858e8f ON store_api.carts USING gin (store_api.numbers(d, '{lines.children.product_id}'::text[]));

CREATE INDEX carts_lines_item_id_number_4d14b2d4 ON store_api.carts USING gin (store_api.numbers(d, '{lines.item_id}'::text[]));

CREATE INDEX carts_lines_product_id_number_f7d06954 ON store_api.carts USING gin (store_api.numbers(d, '{lines.product_id}'::text[]));

CREATE INDEX categories_parent_id_number_4c86a98d ON store_api.categories USING btree (store_api.number_of((d -> 'parent_id'::text)), id);

CREATE INDEX category_products_category_id_number_5626b851 ON store_api.category_products USING btree (store_api.number_of((d -> 'category_id'::text)), id);

CREATE INDEX category_products_product_id_number_04f4cff9 ON store_api.category_products USING btree (store_api.number_of((d -> 'product_id'::text)), id);

CREATE INDEX compositions_attributes_attribute_id_number_d5c93a4f ON store_api.compositions USING gin (store_api.numbers(d, '{attributes.attribute_id}'::text[]));

CREATE INDEX compositions_children_number_343cdd6d ON store_api.compositions USING gin (store_api.numbers(d, '{children}'::text[]));

CREATE INDEX compositions_options_selections_product_id_number_04f53d5a ON store_api.compositions USING gin (store_api.numbers(d, '{options.selections.product_id}'::text[]));

CREATE INDEX creditmemos_created_at_text_55a167bd ON store_api.creditmemos USING btree (store_api.folded((d -> 'created_at'::text)) COLLATE "C", id);

CREATE INDEX creditmemos_increment_id_text_116c81df ON store_api.creditmemos USING btree (store_api.folded((d -> 'increment_id'::text)) COLLATE "C", id);

CREATE INDEX creditmemos_order_id_number_9c2d493a ON store_api.creditmemos USING btree (store_api.number_of((d -> 'order_id'::text)), id);

CREATE INDEX creditmemos_order_increment_id_text_cf1ca180 ON store_api.creditmemos USING btree (store_api.folded((d -> 'order_increment_id'::text)) COLLATE "C", id);

CREATE INDEX creditmemos_store_id_number_5f025eca ON store_api.creditmemos USING btree (store_api.number_of((d -> 'store_id'::text)), id);

CREATE UNIQUE INDEX creditmemos_unique_increment_id_be3eddff ON store_api.creditmemos USING btree (store_api.exact((d -> 'increment_id'::text)) COLLATE "C");

CREATE INDEX customers_created_at_text_55a167bd ON store_api.customers USING btree (store_api.folded((d -> 'created_at'::text)) COLLATE "C", id);

CREATE INDEX customers_email_text_33604a2c ON store_api.customers USING btree (store_api.folded((d -> 'email'::text)) COLLATE "C", id);

CREATE INDEX customers_firstname_text_615fcb90 ON store_api.customers USING btree (store_api.folded((d -> 'firstname'::text)) COLLATE "C", id);

CREATE INDEX customers_group_id_number_2b0fafe4 ON store_api.customers USING btree (store_api.number_of((d -> 'group_id'::text)), id);

CREATE INDEX customers_lastname_text_a950be3c ON store_api.customers USING btree (store_api.folded((d -> 'lastname'::text)) COLLATE "C", id);

CREATE UNIQUE INDEX customers_unique_email_b3ac3b27 ON store_api.customers USING btree (store_api.exact((d -> 'website_id'::text)) COLLATE "C", store_api.folded((d -> 'email'::text)) COLLATE "C");

CREATE INDEX customers_website_id_number_c30c890f ON store_api.customers USING btree (store_api.number_of((d -> 'website_id'::text)), id);

CREATE INDEX download_files_product_id_number_04f4cff9 ON store_api.download_files USING btree (store_api.number_of((d -> 'product_id'::text)), id);

CREATE INDEX idempotency_keys_recorded_ms_number_54e9353e ON store_api.idempotency_keys USING btree (store_api.number_of((d -> 'recorded_ms'::text)), id);

CREATE UNIQUE INDEX idempotency_keys_unique_key_c18d085c ON store_api.idempotency_keys USING btree (store_api.exact((d -> 'key'::text)) COLLATE "C");

CREATE INDEX images_product_id_number_04f4cff9 ON store_api.images USING btree (store_api.number_of((d -> 'product_id'::text)), id);

CREATE INDEX invoices_created_at_text_55a167bd ON store_api.invoices USING btree (store_api.folded((d -> 'created_at'::text)) COLLATE "C", id);

CREATE INDEX invoices_increment_id_text_116c81df ON store_api.invoices USING btree (store_api.folded((d -> 'increment_id'::text)) COLLATE "C", id);

CREATE INDEX invoices_order_id_number_9c2d493a ON store_api.invoices USING btree (store_api.number_of((d -> 'order_id'::text)), id);

CREATE INDEX invoices_order_increment_id_text_cf1ca180 ON store_api.invoices USING btree (store_api.folded((d -> 'order_increment_id'::text)) COLLATE "C", id);

CREATE INDEX invoices_store_id_number_5f025eca ON store_api.invoices USING btree (store_api.number_of((d -> 'store_id'::text)), id);

CREATE UNIQUE INDEX invoices_unique_increment_id_be3eddff ON store_api.invoices USING btree (store_api.exact((d -> 'increment_id'::text)) COLLATE "C");

CREATE INDEX login_failures_at_ms_idx ON store_api.login_failures USING btree (at_ms);

CREATE INDEX login_failures_key_at_ms_idx ON store_api.login_failures USING btree (key, at_ms);

CREATE INDEX mail_order_increment_id_text_cf1ca180 ON store_api.mail USING btree (store_api.folded((d -> 'order_increment_id'::text)) COLLATE "C", id);

CREATE INDEX mail_state_text_67ff5c7b ON store_api.mail USING btree (store_api.folded((d -> 'state'::text)) COLLATE "C", id);

CREATE INDEX orders_created_at_text_55a167bd ON store_api.orders USING btree (store_api.folded((d -> 'created_at'::text)) COLLATE "C", id);

CREATE INDEX orders_customer_id_number_afc6a5c8 ON store_api.orders USING btree (store_api.number_of((d -> 'customer_id'::text)), id);

CREATE INDEX orders_increment_id_text_116c81df ON store_api.orders USING btree (store_api.folded((d -> 'increment_id'::text)) COLLATE "C", id);

CREATE INDEX orders_state_text_67ff5c7b ON store_api.orders USING btree (store_api.folded((d -> 'state'::text)) COLLATE "C", id);

CREATE INDEX orders_status_text_2f58a8db ON store_api.orders USING btree (store_api.folded((d -> 'status'::text)) COLLATE "C", id);

CREATE INDEX orders_store_id_number_5f025eca ON store_api.orders USING btree (store_api.number_of((d -> 'store_id'::text)), id);

CREATE UNIQUE INDEX orders_unique_increment_id_be3eddff ON store_api.orders USING btree (store_api.exact((d -> 'increment_id'::text)) COLLATE "C");

CREATE INDEX own_rows_table_text_c981db9c ON store_api.own_rows USING btree (store_api.folded((d -> 'table'::text)) COLLATE "C", id);

CREATE INDEX product_links_linked_product_id_number_e56bba13 ON store_api.product_links USING btree (store_api.number_of((d -> 'linked_product_id'::text)), id);

CREATE INDEX product_links_product_id_number_04f4cff9 ON store_api.product_links USING btree (store_api.number_of((d -> 'product_id'::text)), id);

CREATE INDEX product_tag_uses_customer_id_number_afc6a5c8 ON store_api.product_tag_uses USING btree (store_api.number_of((d -> 'customer_id'::text)), id);

CREATE INDEX product_tag_uses_product_id_number_04f4cff9 ON store_api.product_tag_uses USING btree (store_api.number_of((d -> 'product_id'::text)), id);

CREATE INDEX product_tag_uses_tag_id_number_6a20d999 ON store_api.product_tag_uses USING btree (store_api.number_of((d -> 'tag_id'::text)), id);

CREATE UNIQUE INDEX product_tags_unique_name_c7d9de64 ON store_api.product_tags USING btree (store_api.folded((d -> 'name'::text)) COLLATE "C");

CREATE INDEX products_download_links_link_id_number_cceb5c83 ON store_api.products USING gin (store_api.numbers(d, '{download_links.link_id}'::text[]));

CREATE INDEX products_download_samples_sample_id_number_3aba5d3f ON store_api.products USING gin (store_api.numbers(d, '{download_samples.sample_id}'::text[]));

CREATE INDEX products_options_option_id_number_5695a7b7 ON store_api.products USING gin (store_api.numbers(d, '{options.option_id}'::text[]));

CREATE INDEX products_options_values_value_id_number_62586c2b ON store_api.products USING gin (store_api.numbers(d, '{options.values.value_id}'::text[]));

CREATE INDEX products_set_number_13523af9 ON store_api.products USING btree (store_api.number_of((d -> 'set'::text)), id);

CREATE INDEX products_sku_text_f929389f ON store_api.products USING btree (store_api.folded((d -> 'sku'::text)) COLLATE "C", id);

CREATE INDEX products_type_text_65a7c6e4 ON store_api.products USING btree (store_api.folded((d -> 'type'::text)) COLLATE "C", id);

CREATE UNIQUE INDEX products_unique_sku_f929389f ON store_api.products USING btree (store_api.folded((d -> 'sku'::text)) COLLATE "C");

CREATE INDEX products_values_name_text_3e703fda ON store_api.products USING gin (store_api.words(d, '{values}'::text[], '{name}'::text[]));

CREATE INDEX products_website_ids_number_cd917cd4 ON store_api.products USING gin (store_api.numbers(d, '{website_ids}'::text[]));

CREATE INDEX sessions_customer_id_number_afc6a5c8 ON store_api.sessions USING btree (store_api.number_of((d -> 'customer_id'::text)), id);

CREATE INDEX sessions_user_id_number_4e941372 ON store_api.sessions USING btree (store_api.number_of((d -> 'user_id'::text)), id);

CREATE INDEX shipments_created_at_text_55a167bd ON store_api.shipments USING btree (store_api.folded((d -> 'created_at'::text)) COLLATE "C", id);

CREATE INDEX shipments_increment_id_text_116c81df ON store_api.shipments USING btree (store_api.folded((d -> 'increment_id'::text)) COLLATE "C", id);

CREATE INDEX shipments_order_id_number_9c2d493a ON store_api.shipments USING btree (store_api.number_of((d -> 'order_id'::text)), id);

CREATE INDEX shipments_order_increment_id_text_cf1ca180 ON store_api.shipments USING btree (store_api.folded((d -> 'order_increment_id'::text)) COLLATE "C", id);

CREATE INDEX shipments_store_id_number_5f025eca ON store_api.shipments USING btree (store_api.number_of((d -> 'store_id'::text)), id);

CREATE UNIQUE INDEX shipments_unique_increment_id_be3eddff ON store_api.shipments USING btree (store_api.exact((d -> 'increment_id'::text)) COLLATE "C");

ALTER TABLE ONLY store_api.image_parts
    ADD CONSTRAINT image_parts_name_fkey FOREIGN KEY (name) REFERENCES store_api.image_files(name) ON DELETE CASCADE;

