import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";
import { awkwardCanary, canary, shortCanary } from "./canary.js";
import { projectFiles } from "./project-files.js";
import { leakText, WatchedProject } from "./watched-project.js";
import { readFileSync } from "node:fs";

const built = new BuiltPackage();
afterAll(() => built.remove());

test("explore", { timeout: 300_000 }, async () => {
  const project = new WatchedProject(built, projectFiles, (s) => s.startsWith("command"));
  for (const round of [1, 2, 3, 4]) {
    for (const p of ["top", "nested", "array", "template", "concat", "apply", "async", "all", "whole", "field", "asset", "archive", "trigger", "credential", "setting", "own", "callback", "command environment", "problem", "output"]) project.scanner.add(`${p} ${round}`, canary(`${p} ${round}`));
    for (const p of ["deep array", "map", "template", "json", "whole", "asset", "command stdin", "output"]) project.scanner.add(`${p.startsWith("command")?p:"awkward "+p} ${round}`, awkwardCanary(`${p} ${round}`));
  }
  project.scanner.add("config", canary("config")); project.scanner.add("revealed", canary("revealed"));
  for (const id of ["first","second","own","inside","reader"]) for (const n of [0,1,2,3]) { project.scanner.add(`made ${id} ${n}`, canary(`output ${id} ${n}`)); project.scanner.add(`extra ${id} ${n}`, awkwardCanary(`output ${id} ${n}`)); }
  const stage = (s: object) => project.files.write({ "stage.json": JSON.stringify(s) });
  const run = async (a: any, ...w: string[]) => { const t = Date.now(); const before = project.leaks.length; const r = await project.coco(a, ...w); 
    console.log(`## ${typeof a === "string" ? [a, ...w].join(" ") : w.join(" ")} -> ${r.status} ${Date.now()-t}ms`, project.leaks.slice(before).map(leakText).join("\n")); return r; };
  await run({ input: canary("config") }, "config", "set", "word", "--secret");
  await run({ input: canary("credential 1") }, "config", "set", "vault:token", "--secret");
  let r = await run("plan", "-v"); console.log(r.output, r.errors);
  r = await run("apply", "--yes"); console.log(r.output, r.errors);
  for (const problem of ["callback", "inner callback", "floating promise", "timer", "not a value", "name twice", "schema", "schema inside", "wrong type", "wrong setting", "function", "function inside", "connect", "asset path", "archive path", "remote asset", "json"]) {
    stage({ problem, only: true });
    r = await run("plan", "--no-refresh"); console.log(r.errors.slice(0, 900));
  }
  for (const mood of ["refuses", "throws in validate", "talks", "throws", "stops half way"]) {
    stage({ mood, round: 2, label: "second", only: true });
    r = await run("apply", "--yes", "-v"); console.log(r.output.slice(0, 6000), r.errors.slice(0, 3000));
  }
  console.log([...project.scanned], [...project.started], project.scanner.scannedBytes);
  expect(project.leaks.map(leakText)).toEqual([]);
});
