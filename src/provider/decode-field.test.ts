import * as v from "valibot";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { decodeField } from "./decode-field.js";

test.each([
  ["valibot", v.optional(v.pipe(v.string(), v.transform(Number)), "3")],
  ["zod", z.string().default("3").transform(Number)],
])("a field is decoded with defaults and transformations: %s", (_, field) => {
  const decode = (value: unknown) => decodeField("disk:fs:File", "size", field, value);
  expect(decode("12")).toMatchObject({ value: 12 });
  expect(decode(undefined)).toMatchObject({ value: 3 });
  expect(decode(12).issues).toHaveLength(1);
});

describe("an asynchronous schema is refused", () => {
  const broken = (): never => {
    throw new Error("broken");
  };
  test.each([
    [
      "valibot",
      v.pipeAsync(
        v.string(),
        v.checkAsync(async () => true),
      ),
    ],
    ["zod", z.string().refine(async () => true)],
    ["zod, where something throws", z.string().transform(broken)],
  ])("%s", (_, field) => {
    const refused = expect.objectContaining({ code: "provider/async-schema", path: "path" });
    expect(() => decodeField("disk:fs:File", "path", field, "x")).toThrow(
      expect.objectContaining({ diagnostics: [refused] }),
    );
  });
});
