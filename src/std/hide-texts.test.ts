import { createHash } from "node:crypto";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hideTexts } from "./hide-texts.js";

const long = "correct horse battery";
const quoted = `a "b" <c> 'd' é & e`;
const buffer = (text: string) => Buffer.from(text);

describe("a text is hidden", () => {
  test.each<[string, string, string, string]>([
    ["as it is", "open sesame", "they say open sesame.", "they say [secret]."],
    ["twice", "sesame", "sesame, sesame", "[secret], [secret]"],
    ["at the beginning", "sesame", "sesame!", "[secret]!"],
    ["beside another", long, `${long}${long}`, "[secret]"],
    ["in capitals", "sesame", "SESAME", "[secret]"],
    ["cut off", long, "it begins with correct horse…", "it begins with [secret]…"],
    ["in JSON", quoted, JSON.stringify({ quoted }), '{"quoted":"[secret]"}'],
    ["in JSON within JSON", quoted, JSON.stringify(JSON.stringify(quoted)), '"\\"[secret]\\""'],
    ["in a URL", quoted, `?q=${encodeURIComponent(quoted)}&r`, "?q=[secret]&r"],
    ["in HTML", quoted, "<p>a &quot;b&quot; &lt;c&gt; &#39;d&#39; é &amp; e</p>", "<p>[secret]</p>"],
    ["in a shell", quoted, `echo '${quoted.replaceAll("'", `'\\''`)}'`, "echo '[secret]'"],
    ["in hex", long, `0x${buffer(long).toString("hex")};`, "0x[secret];"],
    ["in base64", long, `Basic ${buffer(long).toString("base64")}`, "Basic [secret]"],
    ["a line of it", "first line\nsecond\n}", "in line 2: second", "in line 2: [secret]"],
    ["short: with all around it", "k-12", "the key k-12 is wrong", "[secret]"],
  ])("%s", (_, text, said, shown) => {
    expect(hideTexts(() => [text])(said)).toBe(shown);
  });

  const each = (spelling: (character: string) => string) =>
    Array.from(long)
      .map((one) => spelling(one))
      .join("");
  const code = (character: string, digits = 2) => character.charCodeAt(0).toString(16).padStart(digits, "0");
  const latin = "Gänse-Füßchen für 3 £";
  const wide = (text: string) => Buffer.from(text, "utf16le");
  test.each<[string, string, string, string]>([
    ["in the print of a Buffer", long, inspect(buffer(long)), "<Buffer [secret]>"],
    ["in that of a longer one", long, inspect(buffer(`user:${long}`)), "<Buffer 75 73 65 72 3a [secret]>"],
    [
      "in that of an array of bytes",
      long,
      inspect(new Uint8Array(buffer(long))),
      "Uint8Array(21) [\n   [secret]\n]",
    ],
    ["in JSON of a Buffer", long, JSON.stringify(buffer(long)), '{"type":"Buffer","data":[[secret]]}'],
    ["in the print of a short Buffer", "sesame", inspect(buffer("sesame")), "<Buffer [secret]>"],
    ["short, in the print of a Buffer: with all around it", "k-12", inspect(buffer("k-12")), "[secret]"],
    ["in hex with colons", long, `id ${each(code).match(/../g)!.join(":")}.`, "id [secret]."],
    ["in hex with colons and capitals", long, each(code).toUpperCase().match(/../g)!.join(":"), "[secret]"],
    ["in hex with dashes", long, each(code).match(/../g)!.join("-"), "[secret]"],
    [
      "as an array in C",
      long,
      `{ ${Array.from(long)
        .map((one) => `0x${code(one)}`)
        .join(", ")} }`,
      "{ [secret] }",
    ],
    ["as decimal entities", long, `<b>${each((one) => `&#${one.charCodeAt(0)};`)}</b>`, "<b>[secret]</b>"],
    ["as hex entities", long, each((one) => `&#x${code(one)};`), "[secret]"],
    [
      "as hex entities with capitals and zeros",
      long,
      each((one) => `&#X00${code(one)};`.toUpperCase()),
      "[secret]",
    ],
    ["as entities here and there", long, long.replaceAll("r", "&#114;"), "[secret]"],
    ["as named entities", "a/b=c+d!e?f", "a&sol;b&equals;c&plus;d&excl;e&quest;f", "[secret]"],
    ["as named entities of letters", latin, "G&auml;nse-F&uuml;&szlig;chen f&uuml;r 3 &pound;", "[secret]"],
    ["as escapes of UTF-16", long, `"${each((one) => `\\u${code(one, 4)}`)}"`, '"[secret]"'],
    [
      "as escapes of UTF-16 with capitals",
      long,
      each((one) => `\\u${code(one, 4).toUpperCase()}`),
      "[secret]",
    ],
    ["as escapes of code points", long, each((one) => `\\u{${code(one)}}`), "[secret]"],
    [
      "as escapes here and there",
      quoted,
      String.raw`a \"b\" \u003cc\u003e \u0027d\u0027 \u00e9 \u0026 e`,
      "[secret]",
    ],
    ["as escapes in JSON within JSON", long, each((one) => `\\\\u${code(one, 4)}`), "[secret]"],
    ["as escapes of bytes", long, `b'${each((one) => `\\x${code(one)}`)}'`, "b'[secret]'"],
    [
      "as escapes of the bytes of letters",
      latin,
      String.raw`G\xc3\xa4nse-F\xc3\xbc\xc3\x9fchen f\xc3\xbcr 3 \xc2\xa3`,
      "[secret]",
    ],
    ["in a URL, here and there", quoted, "a%20%22b%22 <c>%20'd'%20%C3%A9%20%26%20e", "[secret]"],
    ["in UTF-16 as hex", long, wide(long).toString("hex"), "[secret]00"],
    [
      "in UTF-16 as hex, the other way round",
      long,
      `0x${wide(long).swap16().toString("hex")}`,
      "0x00[secret]",
    ],
    ["in UTF-16 as the print of a Buffer", long, inspect(wide(long)), "<Buffer [secret] 00>"],
    ["in UTF-16 as it is", long, wide(long).toString("latin1"), "[secret]\0"],
  ])("%s", (_, text, said, shown) => {
    expect(hideTexts(() => [text])(said)).toBe(shown);
  });

  test("as any mixture of entities and escapes", () => {
    const spellings = [
      (one: string) => one,
      (one: string) => `&#${one.charCodeAt(0)};`,
      (one: string) => `&#x${code(one)};`,
      (one: string) => `\\u${code(one, 4)}`,
      (one: string) => `\\x${code(one)}`,
      (one: string) => `%${code(one)}`,
    ];
    const character = fc.constantFrom(...Array.from("abcxyzABCXYZ0189"));
    const written = fc.tuple(character, fc.nat(spellings.length - 1));
    fc.assert(
      fc.property(fc.array(written, { minLength: 6, maxLength: 40 }), (all) => {
        const text = all.map(([one]) => one).join("");
        const said = all.map(([one, spelling]) => spellings[spelling]!(one)).join("");
        expect(hideTexts(() => [text])(`it is ${said}!`)).toBe("it is [secret]!");
      }),
    );
  });

  test.each(["", "u", "us"])("in base64 of UTF-16, after %j", (before) => {
    const whole = Buffer.concat([buffer(before), wide(long)]);
    for (const alphabet of ["base64", "base64url"] as const)
      for (const bytes of [whole, Buffer.concat([buffer(before), wide(long).swap16()])]) {
        const shown = hideTexts(() => [long])(`Basic ${bytes.toString(alphabet)}`);
        expect(shown).toMatch(/^Basic .{0,4}\[secret\].{0,4}$/);
      }
  });

  test("in base64 of a longer text, but for the ends that belong to both", () => {
    for (const before of ["", "u", "us", "user:"]) {
      const said = buffer(`${before}${long}@host`).toString("base64");
      const shown = hideTexts(() => [long])(said);
      expect(shown).toContain("[secret]");
      expect(shown.length).toBeLessThan("[secret]".length + 24);
    }
  });

  test("and so is another that holds it", () => {
    expect(hideTexts(() => ["sesame", "open sesame"])("open sesame, sesame")).toBe("[secret], [secret]");
  });

  describe("of many characters", () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index};`).join("");

    test.each<[string, (text: string) => string]>([
      ["cut off", (text) => text.slice(0, 200)],
      ["from its middle", (text) => text.slice(30_000, 30_020)],
      ["in base64", (text) => buffer(text).toString("base64")],
      ["in hex, in part", (text) => buffer(text).toString("hex").slice(900, 1200)],
    ])("in one line, %s", (_, spelling) => {
      expect(hideTexts(() => [numbers(8000)])(`it is ${spelling(numbers(8000))}!`)).toMatch(
        /^it is \[secret\].{0,4}!$/,
      );
    });

    test("of a million in one line, in part", () => {
      const text = numbers(160_000);
      expect(hideTexts(() => [text])(`it is ${text.slice(500_000, 500_100)}!`)).toBe("it is [secret]!");
    });

    test("of more than one can look for, whole and by its lines", () => {
      const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index} ${"x".repeat(40)}`);
      const hide = hideTexts(() => [lines.join("\n")]);
      expect(hide(`said: ${lines[55_000]!}!`)).toBe("said: [secret]!");
    });
  });
});

test.each([
  ["nothing of it", "sesame", "open", "open"],
  ["a few letters of it", long, "the horse of", "the horse of"],
  ["a short one within a word", "open", "reopened", "reopened"],
  ["one that anybody can guess", "on", "it is on", "it is on"],
  ["nothing at all", "", "open", "open"],
])("%s is left alone", (_, text, said, shown) => {
  expect(hideTexts(() => [text])(said)).toBe(shown);
});

/** The limits that docs/reliability.md and docs/guides/secrets.md document. If more is masked, update them too. */
describe("a text is not recognised", () => {
  test.each<[string, string, string]>([
    ["reversed", long, long.split("").reverse().join("")],
    ["as a hash", long, createHash("sha256").update(long).digest("hex")],
    ["compressed", long, gzipSync(long).toString("base64")],
    [
      "in UTF-16 of letters beyond Latin",
      "пароль от базы",
      Buffer.from("пароль от базы", "utf16le").toString("hex"),
    ],
    [
      "in hex by groups of two bytes",
      long,
      buffer(long)
        .toString("hex")
        .match(/.{1,4}/g)!
        .join(" "),
    ],
    [
      "in octal",
      long,
      Array.from(long)
        .map((one) => `\\${one.charCodeAt(0).toString(8)}`)
        .join(""),
    ],
    [
      "as entities in HTML within HTML",
      long,
      Array.from(long)
        .map((one) => `&amp;#${one.charCodeAt(0)};`)
        .join(""),
    ],
    ["in base32", long, "MNXXE4TFMN2CA2DPOJZWKIDCMF2HIZLSPE"],
    ["in pieces of eleven characters", long, long.match(/.{1,11}/g)!.join(" | ")],
    ["of two characters", "k1", "the key k1 is wrong"],
    ["of five characters within a word", "k-123", "the word k-1234"],
  ])("%s", (_, text, said) => {
    expect(hideTexts(() => [text])(said)).toBe(said);
  });
});

test("what is to be hidden is not asked for before something is said", () => {
  let asked = 0;
  const hide = hideTexts(() => [`${++asked} times`]);
  expect(asked).toBe(0);
  expect([hide("1 times"), hide("1 times")]).toEqual(["[secret]", "[secret]"]);
  expect(asked).toBe(1);
});
