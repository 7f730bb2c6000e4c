#!/usr/bin/env node
/**
 * The command line: arguments in, text out. This file is the program `coco`; no other folder imports this one.
 *
 * A face. Imports: engine, model, operations, project, render, runner. Never decides anything the engine should.
 */
import nodeModule from "node:module";
import { fileURLToPath } from "node:url";
import { makePrivateFolder } from "../std/private-folder.js";
import { ownVersion } from "../std/own-package.js";

const given = process.argv.slice(2);
// Scripts and editors ask this often: it is answered before anything else is loaded.
if (given.length === 1 && ["version", "--version"].includes(given[0]!)) {
  process.stdout.write(`${ownVersion()}\n`);
} else {
  keepCompiled();
  import("./begin.js").then(({ begin }) => begin(given)).catch(reportBug);
}

/** Node would print the line of our script that it was thrown from, which is as long as a file. */
function reportBug(error: unknown): void {
  const told = error instanceof Error ? error.stack : String(error);
  const text = `This is a bug in Coconut ${ownVersion()}. Please report it with these lines:\n${told}\n`;
  process.stderr.write(text, () => process.exit(1));
}

/** A Node that can keeps what it has compiled: beside the code, which is trusted as much and which it goes with, and closed to others. */
function keepCompiled(): void {
  const node: typeof nodeModule & { enableCompileCache?: (folder: string) => unknown } = nodeModule;
  if (node.enableCompileCache === undefined) return;
  const folder = fileURLToPath(new URL("../compiled", import.meta.url));
  try {
    if (makePrivateFolder(folder)) node.enableCompileCache(folder);
  } catch {
    // Where nothing can be written, nothing is kept.
  }
}
