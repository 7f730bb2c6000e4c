import {
  objectKey,
  packageKey,
  parseEnvironment,
  type Intent,
  type PackageRecord,
  type Snapshot,
} from "../../model/index.js";
import type { StackGlance, StackStore } from "../../store/internal.js";
import { openConfigFile } from "../../project/index.js";
import { storeOf, type StackAddressed } from "../../store/internal.js";
import { configFileOf } from "../config.js";
import { verifyStack, type StackCheck } from "../stacks/index.js";
import { attempted, type Attempt } from "./attempt.js";

/** The findings about a stack. A part that could not be inspected is a failed attempt, or absent after one. */
export interface StackInspection {
  /** As in URNs: `staging`, or `staging:acmecorp`. */
  readonly stack: string;
  readonly glance: Attempt<StackGlance>;
  /** Whether its key is available and decrypts it. Absent if the stack could not be read at all. */
  readonly opened?: Attempt<OpenedStack>;
}

/** The findings that need the key of the stack. */
export interface OpenedStack {
  readonly check: Attempt<StackCheck>;
  /** Interrupted operations. */
  readonly operations: readonly OpenOperation[];
  readonly packages: readonly PackageInState[];
  /** Fails if the configuration file, or a secret in it, is invalid. */
  readonly config: Attempt<{ readonly file: string; readonly settings: number }>;
}

export interface OpenOperation {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly action: Intent["action"];
  /** True if the provider had reported an id before the interruption, so that the create can be looked up by id. */
  readonly hasId: boolean;
  readonly package?: PackageRecord;
}

/** A package that state names, with the newest recorded schema version of each type. */
export interface PackageInState extends PackageRecord {
  readonly types: { readonly [type: string]: number };
}

/** Inspects a stack of a project. A file in the project folder may contain a stack of another project. */
export async function inspectStack(
  place: Omit<StackAddressed, "name" | "namespace">,
  stack: string,
): Promise<StackInspection> {
  const glance = await attempted(async () => {
    const found = await (await storeOf(place)).glance({ project: place.project, name: stack });
    if (found === undefined) throw new Error("no stack has this name");
    return found;
  });
  if (!glance.ok) return { stack, glance };
  const { project } = glance.result;
  const opened = await attempted(async () => {
    const store = await (await storeOf(place)).open({ project, name: stack }, { create: false });
    try {
      return await inspectOpened(store, { ...place, project, ...parseEnvironment(stack) });
    } finally {
      await store.close();
    }
  });
  return { stack, glance, opened };
}

async function inspectOpened(store: StackStore, place: StackAddressed): Promise<OpenedStack> {
  const check = await attempted(() => verifyStack(store));
  const snapshot = await attempted(async () => (await store.read()).snapshot);
  const file = configFileOf(place);
  return {
    check,
    operations: snapshot.ok ? openOperations(snapshot.result) : [],
    packages: snapshot.ok ? packagesInState(snapshot.result) : [],
    config: await attempted(async () => {
      const settings = await openConfigFile(store, place.project, file);
      return { file, settings: Object.keys(settings).length };
    }),
  };
}

function openOperations({ open, resources, objects }: Snapshot): readonly OpenOperation[] {
  return [...open.values()].map(({ rid, generation, action, identified }) => {
    const { urn, type, name } = resources.get(rid)!;
    const managed = objects.get(objectKey(rid, generation))?.package;
    const hasId = identified !== undefined;
    return { urn, type, name, action, hasId, ...(managed !== undefined && { package: managed }) };
  });
}

function packagesInState({ objects }: Snapshot): readonly PackageInState[] {
  const found = new Map<string, PackageRecord & { readonly types: Map<string, number> }>();
  for (const { package: record, stored } of objects.values()) {
    if (record === undefined) continue;
    const key = packageKey(record);
    const known = found.get(key) ?? { ...record, types: new Map() };
    found.set(key, known);
    known.types.set(stored.type, Math.max(stored.schemaVersion, known.types.get(stored.type) ?? 0));
  }
  return [...found.values()].map((each) => ({ ...each, types: Object.fromEntries(each.types) }));
}
