import type { Mutant } from "../mutant.js";

/** Mistakes one could make with stacks as a whole, and with their state in other hands. */
export const stackMutants: readonly Mutant[] = [
  {
    name: "an import takes the place of what there is",
    file: "src/operations/stacks/import-stack.ts",
    find: "if (replaced > 0 && !isForced)",
    replace: "if (replaced < 0 && !isForced)",
  },
  {
    name: "an import forgets what was cut off",
    file: "src/operations/stacks/import-stack.ts",
    find: "  refuseOpen(snapshot);\n",
    replace: "",
  },
  {
    name: "an import keeps what it takes the place of",
    file: "src/operations/stacks/import-stack.ts",
    find: "...dropped(snapshot), ",
    replace: "",
  },
  {
    name: "an import makes its stack before it has read",
    file: "src/operations/stacks/import-stack.ts",
    find: "  let numbers = 0;\n",
    replace: "  await (await openStackStore(place)).close();\n  let numbers = 0;\n",
  },
  {
    name: "an import lets a file choose code",
    file: "src/operations/stacks/import-modules.ts",
    find: "asked.length > 0 && !isAllowed",
    replace: "false",
  },
  {
    name: "state leads to code outside of the project",
    file: "src/provider/host/recorded-module.ts",
    find: "if (!isWithin(file, root) || isInstalled()) {",
    replace: "if (isInstalled()) {",
  },
  {
    name: "links that leave the project are followed",
    file: "src/provider/host/recorded-module.ts",
    find: "const file = found ?? path;",
    replace: "const file = path;",
  },
  {
    name: "an export shows its secrets",
    file: "src/operations/stacks/export-stack.ts",
    find: "...(!showSecrets && {",
    replace: "...(showSecrets && {",
  },
  {
    name: "an export forgets what is still to be deleted",
    file: "src/state/deployment/deployment-of.ts",
    find: 'delete: object.status === "doomed" ? true : undefined',
    replace: "delete: undefined",
  },
  {
    name: "an export forgets what was observed since",
    file: "src/state/deployment/deployment-of.ts",
    find: 'baseline: isUsual ? undefined : json("coconut.baseline", baseline)',
    replace: "baseline: undefined",
  },
  {
    name: "a dependency through an input is imported twice",
    file: "src/state/deployment/deployment-edges.ts",
    find: ".filter((to) => !throughInputs.has(to))",
    replace: ".filter(() => true)",
  },
  {
    name: "references stay in the stack they came from",
    file: "src/state/deployment/moved-urn.ts",
    find: "isReference(part) ? referenceTo({ ...part, urn: movedUrn(part.urn, from, to) }) : part",
    replace: "isReference(part) ? referenceTo({ ...part }) : part",
  },
  {
    name: "one global id may be imported twice",
    file: "src/state/deployment/deployment-rules.ts",
    find: "  checkGlobalIds(entries, findings);\n",
    replace: "",
  },
  {
    name: "a stack with resources is removed without force",
    file: "src/operations/stacks/stacks.ts",
    find: "if (size === 0 || isForced) return size;",
    replace: "if (size >= 0 || isForced) return size;",
  },
  {
    name: "a stack that was taken away is written on",
    file: "src/store/sqlite/sqlite-stack.ts",
    find: "if (inodeOf(this.#path) !== this.#inode) throw takenAway(this.#path);",
    replace: "",
  },
  {
    name: "what is done after the store is gone is not listed",
    file: "src/store/stack-run.ts",
    find: 'if (isTakenAway(this.#failure) && record.event.kind === "outcome")',
    replace: 'if (isTakenAway(this.#failure) && record.event.kind === "intent")',
  },
  {
    name: "a run that died is said to run",
    file: "src/operations/stacks/stack-history.ts",
    find: 'holder?.runId === run.runId ? "running" : "abandoned"',
    replace: '"running"',
  },
  {
    name: "a replacement is told as two changes",
    file: "src/state/run-changes.ts",
    find: 'change.result === "ok" && made.has(rid) && gone.has(rid)',
    replace: 'change.result === "failed" && made.has(rid) && gone.has(rid)',
  },
  {
    name: "a circle in one record is not seen",
    file: "src/state/ledger.ts",
    find: "if (!needier.some((rid) => reached.has(rid))) return [];",
    replace: "if (reached.size > 0) return [];",
  },
];
