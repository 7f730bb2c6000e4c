#!/usr/bin/env node
/**
 * The command line: arguments in, text out. This file is the program `coco`; no other folder imports this one.
 *
 * The user interface. Imports: engine, model, operations, project, render, runner. Never makes decisions that belong to the engine.
 */
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { makePrivateFolder } from "../std/private-folder.js";
import { ownVersion } from "../std/own-package.js";

const given = process.argv.slice(2);
// Scripts and editors ask for the version often, so it is printed before anything else is loaded.
if (given.length === 1 && ["version", "--version"].includes(given[0]!)) {
  process.stdout.write(`${ownVersion()}\n`);
} else {
  keepCompiled();
  import("./begin.js").then(({ begin }) => begin(given)).catch(reportBug);
}

/** Reports an unexpected error. Node would also print the source line, which is the whole bundled script. */
function reportBug(error: unknown): void {
  const told = error instanceof Error ? error.stack : String(error);
  const text = `This is a bug in Coconut ${ownVersion()}. Please report it with the following lines:\n${told}\n`;
  process.stderr.write(text, () => process.exit(1));
}

/** Enables the compile cache of Node, if it has one, in a private folder next to the code. */
function keepCompiled(): void {
  const node: typeof nodeModule & { enableCompileCache?: (folder: string) => unknown } = nodeModule;
  if (node.enableCompileCache === undefined) return;
  const folder = fileURLToPath(new URL("../compiled", import.meta.url));
  try {
    if (makePrivateFolder(folder)) node.enableCompileCache(folder);
  } catch {
    // The folder is not writable: run without a cache.
  }
}
