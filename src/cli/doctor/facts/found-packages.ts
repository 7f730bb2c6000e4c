import { spawn } from "node:child_process";
import { statSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Attempt, PackageInState, RecordedPackage } from "../../../operations/index.js";
import { environmentWithout } from "../../../std/environment-without.js";
import { onePerModule, type CheckedPackage } from "../checks/index.js";

/**
 * What packages that state names are today. Each is loaded in a process of its own: one that ends its process, never
 * comes to an end or prints is an answer like any other. What modules of the project are compiled to does not stay.
 */
export async function foundPackages(
  recorded: readonly PackageInState[],
  { folder, main }: { readonly folder: string; readonly main: string | undefined },
): Promise<readonly CheckedPackage[]> {
  const found: CheckedPackage[] = [];
  const cache = join(folder, ".coconut/cache", `doctor-${process.pid}`);
  for (const each of onePerModule(recorded)) {
    if (each.plugin !== undefined) {
      found.push({ recorded: each, found: "plugin" });
      continue;
    }
    const isProgram =
      each.module.startsWith(".") &&
      main !== undefined &&
      resolve(folder, each.module) === resolve(folder, main);
    found.push({ recorded: each, found: isProgram ? "in-program" : await loaded(each, folder, cache) });
  }
  await rm(cache, { recursive: true, force: true }).catch(() => {});
  return found;
}

/** The word that coco loads a package by, and says what it is to the third of its files. */
const loadingWord = "__load-package";

async function loaded(
  { name, module }: PackageInState,
  folder: string,
  cache: string,
): Promise<Attempt<RecordedPackage>> {
  const failed = (detail: string): Attempt<RecordedPackage> => ({ ok: false, faults: [{ detail }] });
  // Node and the compiler read it before anything else, and would wait for a pipe.
  const manifest = statSync(join(folder, "package.json"), { throwIfNoEntry: false });
  if (manifest?.isFile() === false)
    return failed(`${module} is not loaded: package.json beside it is no file.`);
  return new Promise((done) => {
    const child = spawn(process.execPath, [process.argv[1]!, loadingWord, folder, name, module, cache], {
      cwd: folder,
      env: environmentWithout("COCONUT_"),
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      timeout: takesTooLong.milliseconds + 5_000,
      killSignal: "SIGKILL",
    });
    child.on("error", ({ message }) =>
      done(failed(`A process for ${module} cannot be started: ${message}.`)),
    );
    // Where no more files can be opened there are no pipes either.
    if (child.pid === undefined) return;
    let said = "";
    (child.stdio[3] as NodeJS.ReadableStream)
      .setEncoding("utf8")
      .on("data", (text: string) => (said += text))
      .on("error", () => {});
    child.on("close", (status, signal) => {
      if (said.endsWith("\n")) return done(JSON.parse(said) as Attempt<RecordedPackage>);
      const isKilled = signal === "SIGKILL" || status === takesTooLong.exitCode;
      const how = isKilled ? "did not come to an end" : `ended the process with ${status ?? signal}`;
      done(failed(`${module} ${how} when it was loaded.`));
    });
  });
}

/**
 * What the process does that `foundPackages` starts: loads a package, says what it is, and ends. It ends by itself what
 * takes too long, with what it has started; only one that is not even given the time for that is killed.
 */
export async function loadPackage([folder, name, module, cache]: readonly string[]): Promise<never> {
  setTimeout(() => process.exit(takesTooLong.exitCode), takesTooLong.milliseconds);
  const { attempted, inspectRecordedPackage } = await import("../../../operations/index.js");
  const record = { name: name!, module: module!, version: "" };
  const answer = await attempted(() => inspectRecordedPackage(record, folder!, cache!));
  writeSync(3, `${JSON.stringify(answer)}\n`);
  process.exit();
}

const takesTooLong = { milliseconds: 30_000, exitCode: 75 } as const;
