import { expect, test } from "vitest";
import { secretOf, unknown } from "../model/index.js";
import { plainLook } from "./look.js";
import { outputsText } from "./outputs-text.js";

const outputs = {
  url: "https://example.org/",
  "admin password": secretOf("hunter2"),
  address: unknown,
  absent: undefined,
  rules: [{ from: "10.0.0.0/8", to: "the office" }, { from: "10.1.0.0/16" }],
  certificate: "-----BEGIN-----\nabc\n-----END-----\n",
  token: "x".repeat(100),
};

test("outputs stand below each other, without secrets, no wider than the terminal", () => {
  expect(outputsText(outputs, { ...plainLook, width: 44 }).split("\n")).toEqual([
    '  url:            "https://example.org/"',
    "  admin password: [secret]",
    "  address:        known after apply",
    "  rules:",
    "    [0]:",
    '      from: "10.0.0.0/8"',
    '      to: "the office"',
    '    [1]: { from: "10.1.0.0/16" }',
    "  certificate:    text of 3 lines",
    "    | -----BEGIN-----",
    "    | abc",
    "    | -----END-----",
    `  token:          "${"x".repeat(24)}…`,
    "",
  ]);
});

test("only the secret and the unknown parts of an output are masked", () => {
  const text = outputsText({
    users: [{ name: "ana", password: secretOf("hunter2") }],
    hosts: { first: "a.example.org", second: unknown },
    keys: secretOf({ hunter: ["hunter2"] }),
  });
  expect(text.split("\n")).toEqual([
    '  users: [{ name: "ana", password: [secret] }]',
    '  hosts: { first: "a.example.org", second: known after apply }',
    "  keys:  [secret]",
    "",
  ]);
});

test("all of an output is shown if that is wanted", () => {
  const text = outputsText(outputs, { ...plainLook, width: 44, verbose: true });
  expect(text.replaceAll(/[\s"]/g, "")).toContain("x".repeat(100));
  expect(text).not.toContain("hunter2");
});

test("where lines have no end, names are whole", () => {
  const long = {
    administratorPassword: secretOf("hunter2"),
    endpoints: { "the long name of a part": ["a".repeat(120)] },
  };
  expect(outputsText(long, { ...plainLook, width: Infinity }).split("\n")).toEqual([
    "  administratorPassword: [secret]",
    "  endpoints:",
    '    "the long name of a part":',
    `      [0]: "${"a".repeat(81)}… (120 characters)`,
    "",
  ]);
});

test("no outputs are no text", () => {
  expect(outputsText({})).toBe("");
});
