import fc from "fast-check";
import { expect, it, test } from "vitest";
import { hclPosition } from "./position.js";
import { parseHcl } from "./parse-hcl.js";

function read(text: string) {
  const result = parseHcl(text);
  if (result.kind === "fault") throw new Error(JSON.stringify(result.fault));
  return result.body;
}

const values: Record<string, unknown> = {
  '"text"': "text",
  '"a\\n\\t\\"\\\\\\u00e9\\U0001F600"': 'a\n\t"\\é😀',
  '"$${x} %%{y} 5% $"': "${x} %{y} 5% $",
  "12": 12,
  "-1.5e3": -1500,
  true: true,
  false: false,
  null: null,
  "[]": [],
  '["a", 1, [true],]': ["a", 1, [true]],
  '[ # one\n  "a", // two\n  /* three */ "b"\n]': ["a", "b"],
  "{}": new Map(),
  '{ a = 1, "b.c" = "2" }': new Map<string, unknown>([
    ["a", 1],
    ["b.c", "2"],
  ]),
  "{\n a = 1\n b : [2]\n}": new Map<string, unknown>([
    ["a", 1],
    ["b", [2]],
  ]),
};

test.each(Object.entries(values))("reads the value %j", (text, value) => {
  expect(read(`name = ${text}\n`).attributes).toEqual([{ name: "name", value, start: 0 }]);
});

it("reads blocks with labels, and where they are", () => {
  const text = '# comment\na "b" c {\n  d = 1 // end\n  e { f = 2 }\n}\n"g" = 3';
  expect(read(text)).toEqual({
    attributes: [{ name: "g", value: 3, start: 51 }],
    blocks: [
      {
        type: "a",
        labels: ["b", "c"],
        start: 10,
        end: 50,
        body: {
          attributes: [{ name: "d", value: 1, start: 22 }],
          blocks: [
            {
              type: "e",
              labels: [],
              start: 37,
              end: 48,
              body: { attributes: [{ name: "f", value: 2, start: 41 }], blocks: [] },
            },
          ],
        },
      },
    ],
  });
});

const faults: Record<string, string> = {
  "a = b.c": '1:5 expected a literal value, found the expression "b.c"',
  "a = true.x": '1:5 expected a literal value, found the expression "true.x"',
  'a = file("x")': '1:5 expected a literal value, found the expression "file"',
  'a = "x${y}"': "1:7 ${ begins an expression, and only literal values are allowed here",
  'a = "x%{y}"': "1:7 %{ begins an expression, and only literal values are allowed here",
  "a = <<EOT\nx\nEOT": "1:5 heredocs are not allowed here; write a string in quotes",
  "a = 1 + 2": '1:7 expected the end of the line, found "+"',
  "a = 1.2.3": '1:5 expected a value, found "1.2.3"',
  "a =": "1:4 expected a value, found the end of the text",
  "a =\n1": "1:4 expected a value, found the end of the line",
  'a = "x': "1:5 the string has no end on its line",
  'a = "\\q"': '1:6 the escape is none of \\n, \\r, \\t, \\", \\\\, \\uNNNN and \\UNNNNNNNN',
  'a = "\\ud800"': "1:6 \\ud800 is not a character of Unicode",
  "a = [1": "1:5 the list has no end",
  "a = [1 2]": '1:8 expected "," or "]", found "2"',
  "a = {": "1:5 the object has no end",
  "a = {b 1}": '1:8 expected "=", found "1"',
  "a = {b=1 c=2}": '1:10 expected "," or "}", found "c"',
  "a = {b=1, b=2}": '1:11 the member "b" is set twice',
  "a = 1\na = 2": '2:1 the attribute "a" is set twice',
  "a {\n b = 1\n": "1:3 the brace that begins this block has no end",
  "}": "1:1 this brace closes nothing",
  a: '1:2 expected "=" or "{", found the end of the text',
  "a\n{}": '1:2 expected "=" or "{", found the end of the line',
  "/* x": "1:1 the comment has no end",
  "é = 1\n = 2": '2:2 expected the name of an attribute or a block, found "="',
};

test.each(Object.entries(faults))("refuses %j", (text, said) => {
  const result = parseHcl(text);
  if (result.kind !== "fault") throw new Error("accepted");
  const { line, column, problem } = result.fault;
  expect(`${line}:${column} ${problem}`).toBe(said);
});

it("keeps templates as text if asked to", () => {
  const result = parseHcl('a = "${HOME}/x"', { keepTemplates: true });
  expect(result).toMatchObject({ body: { attributes: [{ value: "${HOME}/x" }] } });
});

test.each(["[", "{a=", "a {\n", "a = {b =", '"'])(
  "refuses deep nesting of %j without overflowing",
  (part) => {
    expect(parseHcl(`a = ${part.repeat(50_000)}`).kind).toBe("fault");
    expect(parseHcl(part.repeat(50_000)).kind).toBe("fault");
  },
);

it("reads any text, or says where it is wrong", () => {
  const piece = fc.constantFrom(
    ...Array.from("abc _-{}[]()=:,.\"\\$%#/*\n\r\t<'01eE+é😀\ud800"),
    "${",
    "<<",
    "/*",
    "*/",
    "true",
    "a = ",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      const result = parseHcl(text);
      if (result.kind === "body") return;
      const lines = text.split("\n");
      expect(result.fault.line).toBeLessThanOrEqual(lines.length);
      expect(result.fault.column).toBeLessThanOrEqual(lines[result.fault.line - 1]!.length + 1);
    }),
    { numRuns: 2000 },
  );
});

it("counts lines and columns from one", () => {
  expect([0, 2, 3, 4].map((offset) => hclPosition("ab\ncd", offset))).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 3 },
    { line: 2, column: 1 },
    { line: 2, column: 2 },
  ]);
});
