import { test } from "vitest";
import { writeFileSync } from "node:fs";
import { BuiltPackage } from "../../support/built-package.js";
import { ProviderProject, type Answer } from "./provider-project.js";
const script = process.env["EXPLORE"]!;
test("x", async () => {
  const built = new BuiltPackage();
  const lines: string[] = [];
  const { default: run } = await import(script);
  const log = (...x: unknown[]) => { lines.push(x.map((e) => typeof e === "string" ? e : JSON.stringify(e, null, 1)).join(" ")); writeFileSync(script + ".out", lines.join("\n")); };
  const brief = (a: Answer) => ({ status: a.status, d: a.diagnostics.map(({ summary: _s, position: _p, severity, ...x }: any) => ({ ...x, ...(severity !== "error" && { severity }) })), errors: a.errors, plan: a.plan && { c: a.plan.changes.filter((c) => c.action !== "same").map((c: any) => `${c.name} ${c.action} ${JSON.stringify(c.reasons)} ${c.details.map((d: any) => `${d.path} ${d.kind} ${d.of} ${d.replaces}`).join(", ")} ${c.deferred ?? ""}`), held: a.plan.held.map((h) => h.code + ": " + h.detail), warnings: a.plan.warnings.map((h) => h.code + ": " + h.detail), out: a.plan.outputs }, run: a.run && { steps: a.run.steps.map((s) => `${s.action} ${s.urn.split("::").at(-1)} ${s.result}`), outputs: a.run.outputs }, imported: a.imported });
  try { await run({ project: (c: any) => new ProviderProject(built, c), log, brief }); } catch (e) { log("THROWN", String((e as Error).stack)); }
  built.remove();
}, 600000);
