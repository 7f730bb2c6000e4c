import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDiagnosticError, type Diagnostic } from "../../../src/model/index.js";
import type {
  FetchedPackage,
  PackageSource,
  WantedPackage,
} from "../../../src/provider/terraform/install/package-source.js";
import { thisPlatform } from "./registry-server.js";

/** The provider of the tests, in the version that the test registry has. */
export const wantedBox: WantedPackage = {
  address: { host: "example.com", namespace: "example", type: "box" },
  version: "1.2.0",
  platform: thisPlatform,
  locked: [],
};

/** How a call of `fetch` ended, with the names of the files in the folder afterwards. */
export interface FetchRun {
  readonly fetched?: FetchedPackage;
  readonly problem?: Diagnostic;
  readonly error?: unknown;
  readonly files: readonly string[];
  readonly progress: readonly (readonly [received: number, total: number | undefined])[];
}

/** Fetches a package into a new folder, which is removed afterwards. */
export async function fetchRun(
  source: PackageSource,
  wanted: Partial<WantedPackage> = {},
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (received: number) => void } = {},
): Promise<FetchRun> {
  const folder = await mkdtemp(join(tmpdir(), "coconut-package-"));
  const progress: [number, number | undefined][] = [];
  const ports = {
    signal,
    progress: (received: number, total: number | undefined) => {
      progress.push([received, total]);
      onProgress?.(received);
    },
  };
  try {
    const fetched = await source.fetch({ ...wantedBox, ...wanted }, folder, ports);
    return { fetched, files: (await readdir(folder)).sort(), progress };
  } catch (error) {
    const files = await readdir(folder);
    return isDiagnosticError(error)
      ? { problem: error.diagnostics[0]!, files, progress }
      : { error, files, progress };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the diagnostic that a call throws, as `code: detail`. */
export async function thrownText(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (isDiagnosticError(error)) return problemText(error.diagnostics[0]);
    throw error;
  }
  return "nothing was thrown";
}

export function problemText(problem: Diagnostic | undefined): string {
  return problem === undefined ? "no problem" : `${problem.code}: ${problem.detail}`;
}
