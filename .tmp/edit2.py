exec(open('.tmp/edit.py').read().split("S='spec")[0])
sub('scripts/spec/abbreviations.ts',[
('''  const { "x-like": like, "x-without": without = [], ...own } = schema;
  if (typeof like !== "string") return schema;
  const model = components[like] as Schema & { properties: Components };
  const members = Object.entries(model.properties)
    .filter(([member]) => !(without as string[]).includes(member))
    .map(([member, value]) => [member, renamed(value, like, String(own.title))]);
  return { ...model, ...own, properties: Object.fromEntries(members) as Components };
}
''','''  const { "x-like": like, "x-without": without = [], ...rest } = schema;
  if (typeof like !== "string") return schema;
  const { "x-defaults": defaults = {}, "x-left-out": leftOut = {}, ...own } = rest;
  const model = components[like] as Schema & { properties: Components };
  const members = Object.entries(model.properties)
    .filter(([member]) => !(without as string[]).includes(member))
    .map(([member, value]) => [member, renamed(value, like, String(own.title))]);
  const properties = Object.fromEntries(members) as Components;
  for (const [member, value] of Object.entries(defaults)) {
    properties[member] = withDefault(properties[member], `\\`${JSON.stringify(value)}\\``);
    properties[member]["x-default"] = value;
  }
  for (const [member, text] of Object.entries(leftOut))
    properties[member] = withDefault(properties[member], String(text));
  return { ...model, ...own, properties };
}

/** Only what is created has defaults: a member that is left out of a change keeps its value. */
function withDefault(member: Schema | undefined, text: string): Schema {
  if (member === undefined) throw new Error(`a default for a member that there is not: ${text}`);
  return { ...member, description: `${String(member.description)} Default: ${text}.` };
}
'''),
('"x-like`: the members of another component, none of which "" clears; the keywords given here win.','"x-like`: the members of another component, none of which "" clears; the keywords given here win.') if False else ('function likeAnother','function likeAnother'),
])
sub('spec/README.md',[('''| `x-filterable` of a parameter |''','''| `x-defaults: { status: 1 }` beside `x-like` | the member's `x-default`, and the sentence that says so; `x-left-out` is for defaults that are no value. A `…Changes` component has none: what is left out keeps its value |
| `x-filterable` of a parameter |'''),
("  `oneOf: [{…}, { type: \"null\" }]`.","  `oneOf: [{…}, { type: \"null\" }]`. No `\"\"` in an `enum` (generators make names of the values): `…OrEmpty`."),
])
sub('spec/plain-http.md',[('''names. `x-checks`: the order in which things are checked. `x-default`: the value that leaving a parameter or member out
means. `x-kind`: how the server reads an argument.''','''names. `x-checks`: the order in which things are checked, each with the fault that it gives. `x-fault-tells`: what
`data` of a fault can hold here beside what it holds elsewhere. `x-source: observed`: beyond the API documents, as a living
system was seen to answer; absent from servers with `NAMESPACES=documents`. `x-default`: the value that leaving a parameter
or member out means. `x-kind`: how the server reads an argument.''')])
sub('scripts/generate/plain/answers.ts',[
('''        code: { type: "integer", enum: [...new Set(Object.values(faults).map(({ code }) => code))] },
        message: { type: "string", description: "Text for people." },
''','''        code: {
          type: "integer",
          enum: [...new Set(Object.values(faults).map(({ code }) => code))],
          description: describedAs(this.document, "RpcFault", "code"),
        },
        message: { type: "string", description: describedAs(this.document, "RpcFault", "message") },
'''),
])
sub('scripts/generate/clients/typescript/files/connection.ts',[('''const message = "The login was refused.";''','''const message = `The login was refused: ${error.message}`;''')])
sub('test/clients/typescript.test.ts',[('message: /The login was refused/ });','message: "catalog" });')]) if False else None
