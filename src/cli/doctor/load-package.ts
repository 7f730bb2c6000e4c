import { writeSync } from "node:fs";

/**
 * What the process does that `foundPackages` starts: loads a package, says what it is, and ends. It ends by itself what
 * takes too long, with what it has started; only one that is not even given the time for that is killed.
 */
export async function loadPackage([folder, name, module, cache]: readonly string[]): Promise<never> {
  setTimeout(() => process.exit(takesTooLong.exitCode), takesTooLong.milliseconds);
  const { attempted, inspectRecordedPackage } = await import("../../operations/index.js");
  const record = { name: name!, module: module!, version: "" };
  const answer = await attempted(() => inspectRecordedPackage(record, folder!, cache!));
  writeSync(3, `${JSON.stringify(answer)}\n`);
  process.exit();
}

export const takesTooLong = { milliseconds: 30_000, exitCode: 75 } as const;
