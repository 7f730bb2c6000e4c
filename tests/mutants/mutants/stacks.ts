import type { Mutant } from "../mutant.js";

/** Mistakes one could make with stacks as a whole, and with their state in other hands. */
export const stackMutants: readonly Mutant[] = [
  {
    name: "an import takes the place of what there is",
    in: "takeOver",
    find: "if (replaced > 0 && !isForced)",
    replace: "if (replaced < 0 && !isForced)",
  },
  {
    name: "an import forgets what was cut off",
    in: "takeOver",
    find: "refuseOpen(snapshot);",
    replace: "",
  },
  {
    name: "an import keeps what it takes the place of",
    in: "takeOver",
    find: "...dropped(snapshot),",
    replace: "",
  },
  {
    name: "an import makes its stack before it has read",
    in: "importStack",
    find: "let numbers = 0;",
    replace: "await (await openStackStore(place)).close(); let numbers = 0;",
  },
  {
    name: "an import lets a file choose code",
    in: "importModules",
    find: "asked.length > 0 && !isAllowed",
    replace: "false",
  },
  {
    name: "state leads to code outside of the project",
    in: "ownModule",
    find: "if (!isPathBelow(file, root) || isInstalled()) {",
    replace: "if (isInstalled()) {",
  },
  {
    name: "links that leave the project are followed",
    in: "ownModule",
    find: "const file = found ?? path;",
    replace: "const file = path;",
  },
  {
    name: "an export shows its secrets",
    in: "exportStack",
    find: "...(!showSecrets && {",
    replace: "...(showSecrets && {",
  },
  {
    name: "an export forgets what is still to be deleted",
    in: "DeploymentWriter.#entry",
    find: 'delete: object.status === "doomed" ? true : undefined',
    replace: "delete: undefined",
  },
  {
    name: "an export forgets what was observed since",
    in: "DeploymentWriter.#extra",
    find: 'baseline: isUsual ? undefined : json("coconut.baseline", withoutEphemeral(baseline))',
    replace: "baseline: undefined",
  },
  {
    name: "a dependency through an input is imported twice",
    in: "edgesOfEntry",
    find: ".filter((to) => !throughInputs.has(to))",
    replace: ".filter(() => true)",
  },
  {
    name: "references stay in the stack they came from",
    in: "movedValues",
    find: "isReference(part) ? referenceTo({ ...part, urn: movedUrn(part.urn, from, to) }) : part",
    replace: "isReference(part) ? referenceTo({ ...part }) : part",
  },
  {
    name: "one global id may be imported twice",
    in: "checkEntries",
    find: "checkGlobalIds(entries, findings);",
    replace: "",
  },
  {
    name: "a stack with resources is removed without force",
    in: "Stacks.#refuseInUse",
    find: "if (size === 0 || isForced) return size;",
    replace: "if (size >= 0 || isForced) return size;",
  },
  {
    name: "a stack that was taken away is written on",
    in: "SqliteStack.append",
    find: "if (inodeOf(this.#path) !== this.#inode) throw takenAway(this.#path);",
    replace: "",
  },
  {
    name: "what is done after the store is gone is not listed",
    in: "Run.#enqueue",
    find: 'if (isTakenAway(this.#failure) && record.event.kind === "outcome")',
    replace: 'if (isTakenAway(this.#failure) && record.event.kind === "intent")',
  },
  {
    name: "a run that died is said to run",
    in: "stackHistory",
    find: 'holder?.runId === run.runId ? "running" : "abandoned"',
    replace: '"running"',
  },
  {
    name: "a replacement is told as two changes",
    in: "RunNotes.changes",
    find: 'change.result === "ok" && made.has(rid) && gone.has(rid)',
    replace: 'change.result === "failed" && made.has(rid) && gone.has(rid)',
  },
  {
    name: "a circle in one record is not seen",
    in: "Ledger.#circleThrough",
    find: "if (!needier.some((rid) => reached.has(rid))) return [];",
    replace: "if (reached.size > 0) return [];",
  },
];
