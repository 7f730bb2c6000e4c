import { writeSync } from "node:fs";

/** What the process does that `foundPackages` starts: loads a package, says what it is, and ends. */
export async function loadPackage([folder, name, module, cache]: readonly string[]): Promise<never> {
  const { attempted, inspectRecordedPackage } = await import("../../engine/index.js");
  const record = { name: name!, module: module!, version: "" };
  const answer = await attempted(() => inspectRecordedPackage(record, folder!, cache!));
  writeSync(3, `${JSON.stringify(answer)}\n`);
  process.exit();
}
