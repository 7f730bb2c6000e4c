import { afterAll, expect, test } from "vitest";
import { BuiltPackage } from "../support/built-package.js";
import { canary } from "./canary.js";
import type { Channel } from "./channels.js";
import { WatchedProject } from "./watched-project.js";

const built = new BuiltPackage();
const project = new WatchedProject(built, { "main.ts": "" }, { arguments: /^$/, environment: /^$/ });
afterAll(() => {
  project.remove();
  built.remove();
});

// The control of what life.test.ts does not find.
test.each<[name: string, channel: Channel]>([
  [".coconut/dev.db", "state database"],
  [".coconut/dev.db-wal", "write-ahead log"],
  [".coconut/cache/main.mjs", "cache"],
  [".coconut/processes/web.log", "process folder"],
  ["coconut.dev.json", "configuration file"],
  ["coconut.moves.json", "recorded renames"],
  ["first.plan", "plan file"],
  ["picture.svg", "graph"],
  ["dev.spill", "other files"],
  ["report.20300101.json", "other files"],
  [".left-behind", "other files"],
  ["node_modules/.cache/left-behind", "other files"],
])("a secret in %s is found, whatever that is", (name, channel) => {
  const secret = canary(name);
  project.scanner.add(name, secret);
  project.files.write({ [name]: `some text, and ${secret}` });
  project.lookAtFiles("the test");
  const found = project.leaks.filter((leak) => leak.secret === name).map((leak) => leak.channel);
  expect(new Set(found)).toEqual(new Set([channel]));
});
