#!/usr/bin/env node
import { ownVersion } from "./own-version.js";

const given = process.argv.slice(2);
// Scripts and editors ask this often: it is answered before anything else is loaded.
if (given.length === 1 && ["version", "--version"].includes(given[0]!)) {
  process.stdout.write(`${ownVersion()}\n`);
} else if (given[0] === "__complete") {
  const { complete } = await import("./completion/complete.js");
  await complete(given.slice(1));
} else if (given[0] === "__load-package") {
  const { loadPackage } = await import("./doctor/load-package.js");
  await loadPackage(given.slice(1));
} else {
  const { runCommand } = await import("./run-command.js");
  await runCommand(given);
}
