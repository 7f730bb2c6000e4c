import { expect } from "vitest";
import type { Words } from "../../src/testing/scenario/index.js";
import { ProviderResource, RemoteComponent } from "../../src/sdk/index.js";
import { scenario } from "../support/scenario.js";
import { shopPackage } from "../support/shop-package.js";


scenario("B provider of another package", async (s) => {
  s.installs(shopPackage().shop);
  s.program(({ bucket }) => {
    const p = new (ProviderResource as any)("shop", "p", {});
    bucket("b", {}, { provider: p });
  });
  const plan = await s.plan().succeeds();
  expect(plan.plan.warnings).toMatchObject([{ code: "sdk/inapplicable-option" }]);
});
scenario("L two plans from one stack", async (s) => {
  s.program(({ bucket }) => void bucket("a"));
  const one = await s.plan().succeeds();
  const two = await s.plan().succeeds();
  await s.apply({ plan: one }).succeeds();
  await s.apply({ plan: two }).fails("engine/plan-outdated");
});
scenario("M taint + protect", async (s) => {
  s.program(({ bucket }) => void bucket("a", {}, { protect: true }));
  await s.apply().succeeds();
  await (await s.stack()).state.taint("a");
  await s.plan().fails("engine/protected");
});
scenario("N excludes + destroy + alias", async (s) => {
  s.program(({ bucket, site }) => { const a = bucket("a"); site("t", { bucket: a.arn }); bucket("c"); });
  await s.apply().succeeds();
  s.program(({ bucket, site }) => { const a = bucket("b", { name: "a" }, { aliases: [{ name: "a" }] }); site("t", { bucket: a.arn }); bucket("c"); });
  await s.destroy({ excludes: ["b"] }).succeeds();
  s.cloud.has("bucket a");
  s.cloud.lacks("bucket c");
});
scenario("N2 targets + destroy + alias", async (s) => {
  s.program(({ bucket, group }) => { group("g", (g) => { bucket("g-x", {}, { parent: g }); }); bucket("c"); });
  await s.apply().succeeds();
  s.program(({ bucket, group }) => { group("h", (g) => { bucket("h-x", { name: "g-x" }, { parent: g }); }, { aliases: [{ name: "g" }] }); bucket("c"); });
  await s.destroy({ targets: ["h"] }).succeeds();
  s.cloud.lacks("bucket g-x");
  s.cloud.has("bucket c");
});
scenario("P secrets through getResource and call", async (s) => {
  const text = s.secret("hunter33");
  s.program(({ bucket, key, site, coconut }) => {
    const k = key("k", { passphrase: coconut.secret(text) });
    const b = bucket("b", { tags: { t: coconut.secret(text) } });
    const link = (coconut as any).call(b, "link", { path: coconut.secret(text) });
    site("s", { bucket: b.arn, title: link.url });
    return { link, k, b };
  });
  await s.apply().succeeds();
  s.program(({ bucket, key, site, coconut }) => {
    const k = key("k", { passphrase: coconut.secret(text + "x") });
    const b = bucket("b", { tags: { t: coconut.secret(text + "y") } });
    const again = (coconut as any).getResource(b.urn);
    site("s", { bucket: b.arn, title: (coconut as any).call(b, "link", { path: coconut.secret(text + "z") }).url });
    return { k, b, tags: again };
  });
  const plan = await s.plan().succeeds();
  for (const name of ["k", "b", "s"]) {
    const e = plan.explain(name);
    const t = JSON.stringify(e) + e.text?.() + JSON.stringify((e as any).toJSON?.());
    expect(t).not.toContain(text);
  }
  expect(Buffer.from(plan.file()).toString("latin1")).not.toContain(text);
  await s.apply().succeeds();
});
scenario("Q hooks + delete-first + continue-on-error", async (s) => {
  const program = (size: number, fail: boolean) => ({ disk, bucket, site }: Words): void => {
    const d = disk("d", { size }, { hooks: { beforeDelete: [() => { if (fail) throw new Error("no"); }] } });
    site("s", { bucket: d.device });
    bucket("other", { acl: String(size) });
  };
  s.program(program(1, true));
  await s.apply().succeeds();
  s.program(program(2, true));
  await s.apply({ continueOnError: true }).fails("engine/hook-failed");
  s.cloud.has("bucket other", { acl: "2" });
  s.cloud.has("disk d", { size: 1 });
  s.program(program(2, false));
  await s.apply().succeeds();
  s.cloud.has("disk d", { size: 2 });
});
scenario("Q2 after-delete hook fails in delete-first", async (s) => {
  const program = (size: number, fail: boolean) => ({ disk, site }: Words): void => {
    const d = disk("d", { size }, { hooks: { afterDelete: [() => { if (fail) throw new Error("no"); }] } });
    site("s", { bucket: d.device });
  };
  s.program(program(1, true));
  await s.apply().succeeds();
  s.program(program(2, true));
  await s.apply({ continueOnError: true }).fails("engine/hook-failed");
  s.cloud.lacks("disk d");
  s.program(program(2, false));
  console.log((await s.plan().succeeds()).text());
  await s.apply().succeeds();
  s.cloud.has("disk d", { size: 2 });
  await s.apply().changesNothing();
});
scenario("R stack reference + plan file, moved between", async (s) => {
  const other = s.neighbour("network");
  other.program(() => ({ title: "one" }));
  await other.apply().succeeds();
  s.program(({ site, bucket, coconut }) => {
    const ref = new coconut.StackReference<{ title: string }>("network");
    bucket("z");
    site("www", { bucket: "b", title: ref.requireOutput("title") });
  });
  const file = await s.plan().file();
  other.program(() => ({ title: "two" }));
  await other.apply().succeeds();
  const d = await s.apply({ file }).fails();
  console.log("R", JSON.stringify(d));
  expect(s.cloud.changes()).toEqual([]);
});
scenario("S import by transform, with a plan file", async (s) => {
  s.program(({ bucket }) => void bucket("seed", { name: "seed" }, { retainOnDelete: true }));
  await s.apply().succeeds();
  s.program(() => {});
  await s.apply().succeeds();
  s.program(({ bucket, coconut }) => {
    coconut.registerTransform(({ options }) => ({ options: { ...options, import: "bucket-1" } }));
    bucket("b", { name: "seed", acl: "public" });
  });
  const file = await s.plan().file();
  await s.apply({ file }).succeeds();
  await s.apply().changesNothing();
});
scenario("T crash in renames by alias", async (s) => {
  s.program(({ bucket, group }) => { group("g", (g) => { for (const i of [1, 2, 3]) bucket(`g-${i}`, {}, { parent: g }); }); });
  await s.apply().succeeds();
  s.program(({ bucket, group }) => { group("h", (g) => { for (const i of [1, 2, 3]) bucket(`h-${i}`, { name: `g-${i}`, acl: "x" }, { parent: g }); }, { aliases: [{ name: "g" }] }); });
  s.crashAfter("effect update bucket h-2");
  await s.apply().crashes();
  await s.apply().succeeds();
  await s.apply().changesNothing();
  console.log("T", s.cloud.changes());
});
scenario("U aliases + targets of one child", async (s) => {
  s.program(({ bucket, group }) => { group("g", (g) => { for (const i of [1, 2]) bucket(`g-${i}`, {}, { parent: g }); }); });
  await s.apply().succeeds();
  s.program(({ bucket, group }) => { group("h", (g) => { for (const i of [1, 2]) bucket(`h-${i}`, { name: `g-${i}`, acl: "x" }, { parent: g }); }, { aliases: [{ name: "g" }] }); });
  await s.apply({ targets: ["h-1"] }).succeeds();
  console.log("U", (await s.plan().succeeds()).text());
  await s.apply().succeeds();
  await s.apply().changesNothing();
});
scenario("V replaceTrigger unknown + delete-first, trigger source fails", async (s) => {
  const program = (command: string) => ({ task, disk }: Words): void => {
    const t = task("t", { command });
    disk("d", { size: 1 }, { replaceTrigger: t.revision });
  };
  s.program(program("a"));
  await s.apply().succeeds();
  s.program(program("b"));
  s.cloud.refusesOnce("update task t", "busy");
  await s.apply({ continueOnError: true }).fails();
  s.cloud.has("disk d");
  expect(s.cloud.changes()).toEqual(["create task t", "create disk d"]);
  await s.apply().succeeds();
  await s.apply().changesNothing();
});
scenario("W plan file with rename by global id, chain", async (s) => {
  s.program(({ bucket }) => { bucket("a", {}, { globalId: "1" }); bucket("b", {}, { globalId: "2" }); bucket("c", {}, { globalId: "3" }); });
  await s.apply().succeeds();
  s.program(({ bucket }) => { bucket("b", { name: "a" }, { globalId: "1" }); bucket("c", { name: "b" }, { globalId: "2" }); });
  const file = await s.plan().file();
  await s.apply({ file }).succeeds();
  console.log("W", s.cloud.changes());
  await s.apply().changesNothing();
});
