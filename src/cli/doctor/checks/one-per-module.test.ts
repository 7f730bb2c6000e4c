import { expect, test } from "vitest";
import { onePerModule } from "./one-per-module.js";

const disk = (version: string, types: Record<string, number>, module = "@acme/disk") => ({
  name: "disk",
  module,
  version,
  types,
});

test("of several versions that wrote state the newest counts, and of each type the newest schema", () => {
  const recorded = [
    disk("1.2.0", { "disk:fs:File": 2 }),
    disk("1.10.0", { "disk:fs:File": 1, "disk:fs:Folder": 1 }),
    disk("1.9.0", { "disk:fs:Folder": 3 }),
  ];
  expect(onePerModule(recorded)).toEqual([disk("1.10.0", { "disk:fs:File": 2, "disk:fs:Folder": 3 })]);
});

test("a package from two modules is two, and packages stand by name", () => {
  const shelf = { name: "shelf", module: "./shelf.ts", version: "0.0.0", types: {} };
  const recorded = [shelf, disk("1.0.0", {}), disk("2.0.0", {}, "./disk.ts")];
  expect(onePerModule(recorded)).toEqual([disk("1.0.0", {}), disk("2.0.0", {}, "./disk.ts"), shelf]);
});
