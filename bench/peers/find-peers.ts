import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundPeer } from "../../scripts/bench-table.js";
import { runProcess } from "../measure/index.js";

/** A tool that is not available, with the reason. */
export interface MissingPeer {
  readonly name: string;
  readonly missing: string;
}

/** Finds the tools on the PATH. With `install`, also installs Alchemy into the folder. */
export function findPeers(
  work: string,
  { install }: { readonly install: boolean },
): (FoundPeer | MissingPeer)[] {
  return [...onPath.map(versionOf), install ? installAlchemy(work) : notInstalled];
}

const onPath = ["terraform", "tofu", "pulumi"];
const alchemyVersion = "0.94";
const notInstalled: MissingPeer = {
  name: "alchemy",
  missing: "installed only in a full run, or with --peers",
};

function versionOf(name: string): FoundPeer | MissingPeer {
  const { status, stdout } = spawnSync(name, ["version"], { encoding: "utf8" });
  const [version] = /\d+\.\d+\.\d+\S*/.exec(stdout ?? "") ?? [];
  if (status !== 0 || version === undefined) return { name, missing: "not on the PATH" };
  return { name, version };
}

function installAlchemy(work: string): FoundPeer | MissingPeer {
  const name = "alchemy";
  const folder = join(work, name);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), `{ "private": true }\n`);
    runProcess(
      "npm",
      ["install", `alchemy@${alchemyVersion}`, "--ignore-scripts", "--no-audit", "--no-fund"],
      {
        cwd: folder,
      },
    );
    const manifest = readFileSync(join(folder, "node_modules/alchemy/package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { readonly version: string };
    return { name, version, folder };
  } catch {
    return { name, missing: "could not be installed" };
  }
}
