#!/usr/bin/env node
import { ownVersion } from "./own-version.js";

const given = process.argv.slice(2);
// Scripts and editors ask this often: it is answered before anything else is loaded.
if (given.length === 1 && ["version", "--version"].includes(given[0]!)) {
  process.stdout.write(`${ownVersion()}\n`);
} else {
  const { runCommand } = await import("./run-command.js");
  await runCommand(given);
}
