import { resolve } from "node:path";
import type { BenchOptions, BenchRow } from "../scripts/bench-table.js";
import { progress, runNode, type Result } from "./measure/index.js";

/** Measures the package after `npm install` into an empty folder, without development dependencies. */
export default async function installed(options: BenchOptions): Promise<BenchRow[]> {
  progress("npm install of the package");
  const { stdout } = runNode([resolve("scripts/installed.mjs"), "--json", options.package]);
  const { packages = 0, megabytes = 0 } = JSON.parse(stdout) as Result;
  return [
    {
      id: "P8",
      work: "installed package",
      unit: "MB",
      measured: megabytes,
      bar: { atMost: 60, of: "measured" },
    },
    {
      id: "P8",
      work: "packages installed",
      unit: "",
      measured: packages,
      bar: { atMost: 15, of: "measured" },
    },
  ];
}
