import { expect, test } from "vitest";
import { typingsOf } from "../../src/terraform/typings/index.js";
import { expectGolden } from "../support/golden.js";
import { madeUpProvider } from "../terraform/support/made-up-provider.js";

test("the modules of a small provider", async () => {
  const files = new Map([...typingsOf(madeUpProvider())].map(({ path, text }) => [path, text]));
  expect([...files.keys()]).toEqual(["made_up/index.js", "made_up/index.d.ts", "made_up.js", "made_up.d.ts"]);
  for (const [path, text] of files) {
    expect(text).not.toMatch(/[ \t]$/m);
    expect(text).toMatch(/[^\n]\n$/);
    await expectGolden(text, new URL(`typings/${path.replace("/", "-")}.txt`, import.meta.url));
  }
});
