import * as v from "valibot";
import { defineProvider } from "@coconut/coconut/provider";
import { afterAll, expect } from "vitest";
import { spec } from "./ledger.js";
import { ModuleProjects } from "./module-project.js";
import { actionsIn, openStack } from "./open-stack.js";

const projects = new ModuleProjects();
afterAll(() => projects.remove());

const imports = `import { Box } from "./box.js";\n`;

spec("2.41", async () => {
  const bank = defineProvider({ package: "bank", version: "1.0.0" });
  const Account = bank.resource("index:Account", {
    inputs: { accountNumber: v.string() },
    outputs: {},
    globalId: "accountNumber",
    create: async ({ inputs }) => ({ id: inputs.accountNumber, outputs: {} }),
    read: async () => ({}),
    update: async () => ({}),
    delete: async () => {},
  });
  let name = "mine";
  const stack = await openStack(() => void new Account(name, { accountNumber: "4711" }));
  await (await stack.plan()).apply();
  name = "ours";
  const plan = await stack.plan();
  expect(actionsIn(plan)).toEqual({ ours: "record" });
  expect((await plan.apply()).ok).toBe(true);
  const [row] = (await stack.snapshot()).resources.values();
  expect(row).toMatchObject({ name: "ours", globalId: "4711" });
});

const before = {
  run: "apply",
  files: { "main.ts": `${imports}const logs = new Box({ label: "logs" }, { id: "journal" });` },
} as const;
const moved = {
  "main.ts": `import "./lib/parts.js";`,
  "lib/parts.ts": `import { Box } from "../box.js";\nexport class Shelf { top = new Box({ label: "other" }, { id: "journal" }); }\nnew Shelf();`,
};

spec("2.51", async () => {
  const [, explicit] = await projects.run([before, { run: "plan", files: moved }]);
  expect(explicit?.suggestions).toEqual(["coco rename 'shop:main#journal' 'shop:lib/parts/Shelf#journal'"]);
  const counted = (label: string) => `${imports}new Box({ label: "${label}" });`;
  const [, numbered] = await projects.run([
    { run: "apply", files: { "main.ts": counted("one") } },
    { run: "plan", files: { "main.ts": `import "./other.js";`, "other.ts": counted("two") } },
  ]);
  expect(numbered?.actions).toEqual({ "shop:main": "delete", "shop:other": "create" });
  expect(numbered?.suggestions).toEqual([]);
});

spec("2.53", async () => {
  const names = {
    from: "dev:shop:main:box:index:Box#journal",
    to: "dev:shop:lib/parts/Shelf:box:index:Box#journal",
  };
  const [, deleting, renamed, after] = await projects.run([
    before,
    { run: "plan", files: moved },
    { run: "rename", pairs: [names] },
    { run: "plan" },
  ]);
  expect(Object.values(deleting!.actions).sort()).toEqual(["create", "delete"]);
  expect(renamed).toMatchObject({ ok: true, calls: [], resources: [{ moniker: names.to }] });
  expect(after?.actions).toEqual({ "shop:lib/parts/Shelf#journal": "update" });
});
