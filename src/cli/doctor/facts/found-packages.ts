import { spawn } from "node:child_process";
import { statSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Attempt, PackageInState, RecordedPackage } from "../../../operations/index.js";
import { environmentWithout } from "../../../std/environment-without.js";
import { onePerModule, type CheckedPackage } from "../checks/index.js";

/**
 * Loads the packages that state records, each in its own process, so that a package that exits, hangs or prints does not
 * affect the report. Removes the compiled modules of the project afterwards.
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

/** Internal command that loads a package and writes the result to file descriptor 3. */
const loadingWord = "__load-package";

async function loaded(
  { name, module }: PackageInState,
  folder: string,
  cache: string,
): Promise<Attempt<RecordedPackage>> {
  const failed = (detail: string): Attempt<RecordedPackage> => ({ ok: false, faults: [{ detail }] });
  // Node and the compiler read package.json first, and would block if it is a pipe.
  const manifest = statSync(join(folder, "package.json"), { throwIfNoEntry: false });
  if (manifest?.isFile() === false)
    return failed(`${module} was not loaded: the package.json next to it is not a file.`);
  return new Promise((done) => {
    const child = spawn(process.execPath, [process.argv[1]!, loadingWord, folder, name, module, cache], {
      cwd: folder,
      env: environmentWithout("COCONUT_"),
      stdio: ["ignore", "ignore", "ignore", "pipe"],
      timeout: takesTooLong.milliseconds + 5_000,
      killSignal: "SIGKILL",
    });
    child.on("error", ({ message }) =>
      done(failed(`A process to load ${module} could not be started: ${message}.`)),
    );
    // The process was not started, so there are no pipes.
    if (child.pid === undefined) return;
    let said = "";
    (child.stdio[3] as NodeJS.ReadableStream)
      .setEncoding("utf8")
      .on("data", (text: string) => (said += text))
      .on("error", () => {});
    child.on("close", (status, signal) => {
      if (said.endsWith("\n")) return done(JSON.parse(said) as Attempt<RecordedPackage>);
      const isKilled = signal === "SIGKILL" || status === takesTooLong.exitCode;
      const how = isKilled
        ? "did not finish loading"
        : `ended the process with ${status ?? signal} while loading`;
      done(failed(`${module} ${how}.`));
    });
  });
}

/**
 * The process that `foundPackages` starts: loads a package, reports it and exits. It exits by itself after the timeout;
 * the parent kills it only if it does not.
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
