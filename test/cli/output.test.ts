/** What commands print: texts of a shop do not control the terminal. */
import { expect, test, vi } from "vitest";
import { print, textTable } from "../../src/cli/output.js";
import { Progress } from "../../src/cli/progress.js";

/** An escape sequence, a bell, a carriage return, a C1 control and a mark that turns the direction. */
const acting = "Mug\u001b]0;title\u0007\r\u009b31m\u202e";
const escaped = "Mug\\u001b]0;title\\u0007\\u000d\\u009b31m\\u202e";

test.each([
  {
    title: "text",
    printed: (write: (text: string) => void) => print({ json: false, write }, {}, `one ${acting}\ntwo`),
    expected: `one ${escaped}\ntwo\n`,
  },
  {
    title: "JSON",
    printed: (write: (text: string) => void) => print({ json: true, write }, { name: acting }),
    expected: `{\n  "name": "${escaped.replace("\\u000d", "\\r")}"\n}\n`,
  },
  {
    title: "a table",
    printed: (write: (text: string) => void) => write(textTable([{ name: acting }], ["name"])),
    expected: `name\n${escaped}\n`,
  },
  {
    title: "progress",
    printed: (write: (text: string) => void) =>
      new Progress(true, { isTTY: true, write }).show(() => acting, { isDue: true }),
    expected: `\r${escaped}`,
  },
])("$title is escaped", ({ printed, expected }) => {
  let text = "";
  printed((more) => (text += more));
  expect(text).toBe(expected);
});

test("without a terminal, progress is a line every 10 s, also while nothing happens, until the end", () => {
  vi.useFakeTimers();
  try {
    let text = "";
    const progress = new Progress(true, { write: (more) => (text += more) });
    progress.show(() => "1 product");
    progress.show(() => "2 products");
    vi.advanceTimersByTime(9_999);
    expect(text).toBe("");
    vi.advanceTimersByTime(10_001);
    expect(text).toBe("2 products\n2 products\n");
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(text).toBe("2 products\n2 products\n");
  } finally {
    vi.useRealTimers();
  }
});
