import { resolve } from "node:path";
import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type JsonObject,
  type ResourceId,
  type RowChange,
  type RunResult,
  type Snapshot,
} from "../../model/index.js";
import { knownPackages, packageKinds, type PackageKind } from "../../provider/host/index.js";
import {
  deploymentFileOf,
  readDeployment,
  sealedFor,
  type DeploymentReading,
  type OpenText,
} from "../../state/deployment/index.js";
import { indexSnapshot } from "../../state/index.js";
import type { StackRun } from "../../store/internal.js";
import { beginRun, type LockWait } from "../../engine/index.js";
import { openOtherStack, openStackStore, stackName, type StackAddressed } from "../../store/internal.js";
import { hasOpenOperation } from "../state/state-operation-problem.js";
import { besideExport, sealedPrefix } from "./export-stack.js";
import { importModules, type ImportedModule } from "./import-modules.js";
import { stackNotEmpty } from "./stack-operation-problem.js";

export interface ImportStackOptions {
  /** Replaces the whole state with the contents of the file. */
  readonly force?: boolean;
  /** Accepts modules that the file names and the project does not. Later runs load them. */
  readonly allowModules?: boolean;
  /** Additional kinds of packages. */
  readonly kinds?: readonly PackageKind[];
}

export interface ImportedStack {
  readonly stack: string;
  readonly resources: number;
  /** Number of resources that were in state before and were replaced. */
  readonly replaced: number;
  /** The modules that runs load for the imported resources. */
  readonly modules: readonly ImportedModule[];
  /** Parts of the file that cannot be represented in a stack. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Imports a deployment into a stack, which is created if it does not exist. The whole import is one journal record.
 * On any error nothing is imported, and all errors are reported.
 */
export async function importStack(
  place: StackAddressed & LockWait & { readonly actor: string },
  text: string,
  { force = false, allowModules = false, kinds = [] }: ImportStackOptions = {},
): Promise<ImportedStack> {
  const deployment = deploymentFileOf(text);
  const { projectFolder = process.cwd() } = place;
  const known = await knownPackages(projectFolder);
  const read = await reader(place, deployment, known);
  // Reads the file before creating anything: an unreadable file leaves no trace.
  let numbers = 0;
  const { changes, unknown } = accepted(read(() => ++numbers));
  const modules = await importModules(changes, {
    projectFolder,
    known,
    unknown,
    kinds: [...packageKinds({ projectFolder }), ...kinds],
    isAllowed: allowModules,
  });
  const store = await openStackStore(place);
  try {
    const run = await beginRun(store, { command: "stack import", actor: place.actor }, place);
    return await ended(run, async () => ({
      ...(await takeOver(run, accepted(read(() => run.nextRid())), stackName(place), force)),
      modules,
    }));
  } finally {
    await store.close();
  }
}

async function takeOver(
  run: StackRun,
  { changes, resources, warnings }: Extract<DeploymentReading, { readonly ok: true }>,
  stack: string,
  isForced: boolean,
): Promise<Omit<ImportedStack, "modules">> {
  const { snapshot } = run;
  const replaced = snapshot.resources.size;
  if (replaced > 0 && !isForced) throw new DiagnosticError(stackNotEmpty(stack, replaced));
  refuseOpen(snapshot);
  await run.append({
    event: { kind: "recorded", what: "imported" },
    changes: [...dropped(snapshot), ...changes],
  });
  return { stack, resources, replaced, warnings };
}

function dropped({ objects, resources }: Snapshot): readonly RowChange[] {
  return [
    ...[...objects.values()].map(({ rid, generation }) => ({ drop: "object", rid, generation }) as const),
    ...[...resources.keys()].map((rid) => ({ drop: "resource", rid }) as const),
  ];
}

/** Refuses while operations are interrupted: their rows, and with them their effects, would be lost. */
function refuseOpen(snapshot: Snapshot): void {
  const { urnOf } = indexSnapshot(snapshot);
  const rids = new Set([...snapshot.open.values()].map(({ rid }) => rid));
  const [first, ...rest] = [...rids].map((rid) => hasOpenOperation(urnOf(rid)));
  if (first !== undefined) throw new DiagnosticError(first, ...rest);
}

/** Reads the file for this stack, with new resource ids on each call. */
async function reader(
  place: StackAddressed,
  deployment: JsonObject,
  modules: ReadonlyMap<string, string>,
): Promise<(nextRid: () => ResourceId) => DeploymentReading> {
  const { project, projectFolder = process.cwd() } = place;
  const open = await opener(place, deployment);
  const projectFile = (path: string) => resolve(projectFolder, path);
  return (nextRid) =>
    readDeployment(deployment, { stack: stackName(place), project, nextRid, open, modules, projectFile });
}

/**
 * Returns a function that decrypts with the key of the stack that the file comes from, if it is in the same store.
 */
async function opener(place: StackAddressed, deployment: JsonObject): Promise<OpenText> {
  const from = sealedFor(deployment)?.stack;
  if (from === undefined) return () => undefined;
  try {
    const source = await openOtherStack(place, { project: from.project, name: from.stack });
    // Its keys are in memory by now.
    await source.close();
    return (sealed, place) => {
      const bytes = Buffer.from(sealed.slice(sealedPrefix.length), "base64");
      // Several encodings decode to the same bytes; accept only the one that was written.
      if (sealed !== `${sealedPrefix}${bytes.toString("base64")}`) return undefined;
      const opened = source.openDocument(bytes, besideExport(place));
      return opened && Buffer.from(opened).toString("utf8");
    };
  } catch (error) {
    // Its secrets are then reported as undecryptable, with their places.
    if (!isDiagnosticError(error)) throw error;
    return () => undefined;
  }
}

function accepted(reading: DeploymentReading): Extract<DeploymentReading, { readonly ok: true }> {
  if (reading.ok) return reading;
  const [first, ...rest] = reading.diagnostics;
  throw new DiagnosticError(first!, ...rest);
}

async function ended(run: StackRun, work: () => Promise<ImportedStack>): Promise<ImportedStack> {
  let result: RunResult = "failed";
  let count = 0;
  try {
    const imported = await work();
    result = "succeeded";
    count = imported.resources;
    return imported;
  } finally {
    await run.end(result, count === 0 ? {} : { import: count });
  }
}
