import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";
import { scenario } from "../support/scenario.js";
import { provider } from "./file-provider.js";

const built = new BuiltPackage();
afterAll(() => built.remove());

test("outputs are the exports after the end; functions and classes are left out, resources become references", async () => {
  const shop = built.project({
    "main.ts": `import { File } from "./disk.js"; import { secret } from "@coconut/coconut";
      export const file = new File("a", { content: "a" });
      export let when = "early"; setTimeout(() => { when = "late"; }, 5);
      export const list = [file.size, { text: file.text }];
      export const password = secret("hunter2");
      export function helper() {} export class Helper {}`,
    "disk.ts": provider,
  });
  const { outputs, status } = await shop.command({ command: "apply" });
  expect(status).toBe(0);
  expect(outputs).toMatchObject({
    when: "late",
    password: "[secret]",
    list: [1, { text: "a" }],
    file: { urn: "urn:pulumi:dev::shop::disk:index:File::a", id: "a" },
  });
  expect(Object.keys(outputs as object).sort()).toEqual(["file", "list", "password", "when"]);
});

test("a CommonJS program's outputs are module.exports", async () => {
  const shop = built.project({
    "main.cjs": `module.exports = { answer: 42, f() {} };`,
  });
  expect(await shop.command({ command: "apply", entry: "main.cjs" })).toMatchObject({
    status: 0,
    outputs: { answer: 42 },
  });
});

scenario("outputs stay what they were when a run does not come to its end", async (s) => {
  s.program(({ bucket }) => ({ arn: bucket("a").arn }));
  await s.apply().succeeds();
  s.program(({ bucket }) => ({ arn: bucket("a").arn, other: bucket("b").arn }));
  s.cloud.refusesOnce("create bucket b", "QuotaExceeded");
  await s.apply().fails();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1" });
  await s.apply().succeeds();
  expect(await s.outputs()).toEqual({ arn: "arn:bucket-1", other: "arn:bucket-2" });
});
