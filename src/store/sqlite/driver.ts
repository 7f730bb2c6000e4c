import { closeSync, openSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { devNull } from "node:os";
import { DiagnosticError } from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { openWithLibsql } from "./libsql-driver.js";
import { openWithNode } from "./node-driver.js";
import type { SqliteDatabase } from "./sqlite-database.js";

export type DriverName = "node" | "libsql";

/** Opens a file with the SQLite of the runtime, or with the installed one if the runtime has none. */
export function openDatabase(path: string, driver: DriverName = preferredDriver()): SqliteDatabase {
  return driver === "node" ? openWithNode(path, require) : openWithLibsql(path, loadLibsql());
}

export function preferredDriver(): DriverName {
  if (!isBuiltin("node:sqlite")) return "libsql";
  try {
    quietly(() => require("node:sqlite") as unknown);
    return "node";
  } catch {
    return "libsql";
  }
}

/** Loads the driver and queries the version of SQLite. */
export function loadedDriver(driver: DriverName = preferredDriver()): LoadedDriver {
  const database = openDatabase(":memory:", driver);
  try {
    const [row] = database.all("select sqlite_version() as version");
    return { driver, version: String(row?.["version"]) };
  } finally {
    database.close();
  }
}

export interface LoadedDriver {
  readonly driver: DriverName;
  /** The version of SQLite. */
  readonly version: string;
}

const require = createRequire(import.meta.url);

/** Suppresses the warning of Node that its SQLite is experimental, because users cannot act on it. */
function quietly(load: () => unknown): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Loads the binding of the platform directly: the package around it takes five times as long to select it, and brings
 * the bindings of two C libraries. We install those for glibc; for musl, the hint says what to install.
 */
export function loadLibsql(platform = `${process.platform}-${process.arch}`): unknown {
  const targets = bindings[platform] ?? [];
  refuseWithoutFiles();
  let failure: unknown;
  for (const target of targets) {
    try {
      return require(`@libsql/${target}`) as unknown;
    } catch (error) {
      failure = error;
    }
  }
  const reason = failure instanceof Error ? failure.message : "no binding is known for it";
  throw new DiagnosticError(
    problem("store/no-driver", {
      detail: `SQLite cannot be loaded on ${platform}: ${reason}.`,
      hint: `Use Node 22.13 or newer, which includes SQLite, or reinstall with optional dependencies:\n    npm install --include=optional${elsewhere(targets)}`,
    }),
  );
}

/** The binding opens files when it is loaded, and aborts the process if it cannot. */
function refuseWithoutFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < bindingFiles) opened.push(openSync(devNull, "r"));
  } catch (error) {
    throw new DiagnosticError(
      problem("store/no-driver", {
        detail: `SQLite cannot be loaded: ${(error as Error).message}.`,
        hint: "Raise the limit of open files in this shell, then run again:\n    ulimit -n 4096",
      }),
    );
  } finally {
    for (const file of opened) closeSync(file);
  }
}

const bindingFiles = 12;

function elsewhere(targets: readonly string[]): string {
  const musl = targets.find((target) => target.includes("musl"));
  return musl === undefined
    ? ""
    : `\nOn Alpine and other systems with musl:\n    npm install @libsql/${musl}`;
}

/** The first binding that loads is the right one: a binding for another C library does not load. */
const bindings: Readonly<Record<string, readonly string[]>> = {
  "linux-x64": ["linux-x64-gnu", "linux-x64-musl"],
  "linux-arm64": ["linux-arm64-gnu", "linux-arm64-musl"],
  "linux-arm": ["linux-arm-gnueabihf", "linux-arm-musleabihf"],
  "darwin-x64": ["darwin-x64"],
  "darwin-arm64": ["darwin-arm64"],
  "win32-x64": ["win32-x64-msvc"],
};
