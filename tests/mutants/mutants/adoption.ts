import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what is adopted, only read or refreshed, and with what goes with another. */
export const adoptionMutants: readonly Mutant[] = [
  {
    name: "an adoption that needs a replacement is an adoption",
    in: "decideImport",
    find: 'if (action === "replace")',
    replace: "if (false)",
  },
  {
    name: "two resources adopt one object",
    in: "importConflicts",
    find: "managers.set(key, manager ?? urn);",
    replace: "",
  },
  {
    name: "an object that another resource manages is adopted",
    in: "managersIn",
    find: "managers.set(objectName(stored.type, stored.id, by), row.urn);",
    replace: "",
  },
  {
    name: "what is found is not as secret as what is asked for",
    in: "planImport",
    find: "const observed = sealedLike(found.stored, asked.inputs);",
    replace: "const observed = sealedLike(found.stored, {});",
  },
  {
    name: "an adopted object is updated before it is recorded",
    in: "StateSteps.adopt",
    find: 'await this.#put("imported", row, adopted);',
    replace: 'if (!isUpdated) await this.#put("imported", row, adopted);',
  },
  {
    name: "the id that was adopted by is forgotten",
    in: "planImport",
    find: "if (id !== prior.stored.id && id !== prior.row.options.import)",
    replace: "if (id !== prior.stored.id)",
  },
  {
    name: "imported objects are not protected",
    in: "adopt",
    find: "options: { protect: true, import: id }",
    replace: "options: { import: id }",
  },
  {
    name: "children of what is gone have no parent",
    in: "RefreshedRows.#leave",
    find: "const heir = this.#resources.get(rid)!.parent;",
    replace: "const heir = undefined;",
  },
  {
    name: "what could not be read is taken for refreshed",
    in: "planRefresh",
    find: "unread.push(...found);",
    replace: "",
  },
  {
    name: "what goes with another leaves before it",
    in: "expand",
    find: "const along = removedAlong(removals, recordedDependents);",
    replace: "const along = removedAlong([], recordedDependents);",
  },
  {
    name: "what is read as it was is written again",
    in: "StateSteps.read",
    find: "prior === undefined || !areRecorded(rows, prior)",
    replace: "true",
  },
  {
    name: "a refresh moves the baseline",
    in: "RefreshedRows.record",
    find: 'row.kind === "external" ? outputs : object.baseline',
    replace: "outputs",
  },
  {
    name: "a refresh leaves edges to what is gone",
    in: "RefreshedRows.#mend",
    find: "if (!object.edges.some(({ to }) => to === gone)) continue;",
    replace: "continue;",
  },
  {
    name: "a difference is not updated after an adoption",
    in: "ResourceSteps.adopt",
    find: "if (isUpdated) return this.update({ ...walked, prior }, asked, known, slot);",
    replace: "",
  },
  {
    name: "an id that names nothing is created",
    in: "planImport",
    find: "if (orCreate && prior === undefined) return undefined;",
    replace: "return undefined;",
  },
  {
    name: "a resource that manages another object keeps silent over the id",
    in: "planImport",
    find: "throw new DiagnosticError(importOtherId(registration, id, prior.stored.id));",
    replace: "return undefined;",
  },
  {
    name: "what is gone stays in state",
    in: "read",
    find: 'return found.kind === "absent" ? "absent" : found.stored;',
    replace: 'return found.kind === "absent" ? stored : found.stored;',
  },
  {
    name: "a refresh does not read with the configuration that is recorded",
    in: "read",
    find: "configuration: () => Promise.resolve(undefined)",
    replace: "configuration: () => Promise.resolve({})",
  },
  {
    name: "a refresh reads what it was not asked for",
    in: "planRefresh",
    find: "const isChosen = !held.has(row.urn) && targets.isChosen(row.urn);",
    replace: "const isChosen = !held.has(row.urn);",
  },
];
