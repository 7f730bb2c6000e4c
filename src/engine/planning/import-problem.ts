import type { Diagnostic, PlannedField, Registration, SourcePosition } from "../../model/index.js";
import type { SnapshotIndex } from "../../state/index.js";
import { problem } from "../diagnostics.js";
import type { WalkedResource } from "../facts/walked.js";
import { JSON } from "../../std/plain-json.js";

/** The resource that imports an object. */
export type Adopting = Pick<Registration, "urn" | "type" | "name"> & {
  readonly position?: SourcePosition | undefined;
};

/** The resource already manages a different object. */
export function importOtherId(registration: Adopting, asked: string, id: string | undefined): Diagnostic {
  const { type, name } = registration;
  return problem("engine/import-conflict", {
    detail: `${type} ${JSON.stringify(name)} is set to import ${JSON.stringify(asked)}, but it already manages ${JSON.stringify(id ?? "")}.`,
    hint: "Remove the option `import`, or import the object as a resource with a different name.",
    ...about(registration),
  });
}

export function importReplaces(
  registration: Registration,
  id: string,
  fields: readonly PlannedField[],
): Diagnostic {
  const { type } = registration;
  const paths = fields.map(({ path }) => path).join(", ");
  return problem("engine/import-replaces", {
    detail: `The ${type} ${JSON.stringify(id)} differs from the program in ${paths}, which cannot be changed without replacing the object.`,
    hint: `Change the program to match the object, or add ${paths} to \`ignoreChanges\`.`,
    ...about(registration),
  });
}

export function importTooEarly(registration: Registration): Diagnostic {
  return problem("engine/import-too-early", {
    detail:
      "The object to import must be looked up while planning, but the configuration of its provider is only known after apply.",
    hint: "First apply the resources that the configuration comes from, or configure the provider with known values.",
    ...about(registration),
  });
}

/**
 * Returns a problem for each import of an object that another resource of the stack manages, or imports in the same
 * plan: both would change it, and removing one would delete it. Ids are assumed to be unique per provider configuration
 * and type.
 */
export function importConflicts(
  resources: readonly WalkedResource[],
  state: SnapshotIndex,
): readonly Diagnostic[] {
  const adopting = resources.filter(({ decision }) => decision.action === "import");
  if (adopting.length === 0) return [];
  const managers = managersIn(state);
  return adopting.flatMap(({ registration, observed, providedBy }) => {
    const { urn, type } = registration;
    const { id = "" } = observed as { readonly id?: string };
    const key = objectName(type, id, providedBy?.urn);
    const manager = managers.get(key);
    managers.set(key, manager ?? urn);
    return manager === undefined ? [] : [importManaged(registration, id, manager)];
  });
}

/** Another resource already manages the object. */
export function importManaged(registration: Adopting, id: string, manager: string): Diagnostic {
  const { type, name } = registration;
  return problem("engine/import-conflict", {
    detail: `${type} ${JSON.stringify(name)} is set to import ${JSON.stringify(id)}, which ${manager} already manages.`,
    hint: "If the resource was renamed, rename it in state with `coco rename` instead. Otherwise, remove one of the two resources.",
    ...about(registration),
  });
}

/** Returns the URNs of resources by their existing objects. Resources that are only read do not count. */
export function managersIn(state: SnapshotIndex): Map<string, string> {
  const managers = new Map<string, string>();
  for (const row of state.byUrn.values()) {
    if (row.kind !== "custom") continue;
    for (const { status, stored, provider } of state.objectsOf(row.rid)) {
      if (status === "owed" || stored.id === undefined) continue;
      const by = provider === undefined ? undefined : state.urnOf(provider);
      managers.set(objectName(stored.type, stored.id, by), row.urn);
    }
  }
  return managers;
}

export function objectName(type: string, id: string, provider: string | undefined): string {
  return JSON.stringify([type, id, provider ?? null]);
}

function about({ urn, position }: Adopting): Pick<Diagnostic, "resource" | "position"> {
  return { resource: urn, ...(position && { position }) };
}
