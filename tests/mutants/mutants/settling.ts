import type { Mutant } from "../mutant.js";

/** Mistakes one could make with what a run that was cut off has left. */
export const settlingMutants: readonly Mutant[] = [
  {
    name: "what was cut off is not looked at",
    file: "src/engine/settling/open-intents.ts",
    find: "if (snapshot.open.size === 0) return",
    replace: "if (snapshot.open.size >= 0) return",
  },
  {
    name: "what was found out is not recorded",
    file: "src/engine/settling/open-intents.ts",
    find: "if (found.record !== undefined) await ports.append?.(found.record);",
    replace: "",
  },
  {
    name: "a delete that was cut off counts as made",
    file: "src/engine/settling/settle.ts",
    find: '  if (found.kind === "found") {\n    const event',
    replace: '  if (found.kind !== "found" && found.kind !== "absent") {\n    const event',
  },
  {
    name: "a repeated create gets another key",
    file: "src/engine/settling/settle.ts",
    find: "key: intent.key,",
    replace: "key: `${intent.key}2`,",
  },
  {
    name: "a create that was cut off is not looked up",
    file: "src/engine/settling/settle.ts",
    find: "const [only] = found;",
    replace: "const [only] = found.slice(1);",
  },
  {
    name: "a delete-first replacement that was cut off does not owe its create",
    file: "src/engine/settling/settle.ts",
    find: 'return status !== "doomed" && isNeeded ? "owed" : "nothing";',
    replace: 'return status !== "doomed" && isNeeded ? "nothing" : "nothing";',
  },
  {
    name: "an adopted object counts as finished",
    file: "src/engine/settling/settle.ts",
    find: '{ ...found, unfinished: ["its create was cut off"] }',
    replace: "found",
  },
  {
    name: "an update that was cut off counts as made",
    file: "src/engine/settling/settle.ts",
    find: '{ ...object.stored, unfinished: ["an update was cut off"] }',
    replace: "object.stored",
  },
  {
    name: "an id that was told is not used",
    file: "src/engine/settling/settle.ts",
    find: "if (identified !== undefined) {",
    replace: "if (false) {",
  },
  {
    name: "what an adopted object replaces is let go",
    file: "src/engine/settling/settle.ts",
    find: '{ put: "object", row: { ...each, status: "doomed" } }',
    replace: '{ drop: "object", rid: each.rid, generation: each.generation }',
  },
  {
    name: "the first of several objects with one key is taken",
    file: "src/engine/settling/settle.ts",
    find: "if (found.length > 1)",
    replace: "if (false)",
  },
  {
    name: "a single not-found is accepted",
    file: "src/plan/look-again.ts",
    find: "return leftMs > 0 ?",
    replace: "return leftMs > windowMs ?",
  },
  {
    name: "what is not found is not looked for long enough",
    file: "src/plan/look-again.ts",
    find: "const leftMs = windowMs - waitedMs;",
    replace: "const leftMs = windowMs / 8 - waitedMs;",
  },
  {
    name: "an empty list is believed at once",
    file: "src/engine/providers/patient-provider.ts",
    find: '(found) => !("kind" in found) && found.length === 0,',
    replace: "() => false,",
  },
  {
    name: "identified and absent counts as not made",
    file: "src/engine/settling/settle.ts",
    find: "if (verdict !== undefined) return open(row, noSuchObject(row, identified));",
    replace:
      "if (verdict === undefined) return notMade(intent, row, ports);\n    return open(row, noSuchObject(row, identified));",
  },
  {
    name: "the deadline of a change is not enforced",
    file: "src/apply/in-time.ts",
    find: "return withinTime(given, (signal) => perform({ ...call, signal }));",
    replace: "return perform(call);",
  },
  {
    name: "another deadline is recorded than the one that is enforced",
    file: "src/apply/in-time.ts",
    find: "Date.parse(begunAt) + timeOf(call)",
    replace: "Date.parse(begunAt) + longestChangeMs",
  },
  {
    name: "the deadline of a question is not enforced",
    file: "src/engine/providers/look-in-time.ts",
    find: "timeoutMs: longestLookMs,",
    replace: "timeoutMs: longestLookMs * 1000,",
  },
  {
    name: "a question that is not answered is an absence",
    file: "src/engine/providers/guarded-provider.ts",
    find: 'return { kind: "rejected", diagnostics: [diagnostic] };',
    replace: 'return { kind: "absent", diagnostics: [diagnostic] } as object as Rejected;',
  },
  {
    name: "the timer of a call is left when the call has ended",
    file: "src/std/within-time.ts",
    find: "    cancel();\n",
    replace: "    void cancel;\n",
  },
  {
    name: "a repeated create has all the time of others",
    file: "src/engine/settling/settle.ts",
    find: "ports.call(row.urn, timeGivenThen(intent, object))",
    replace: "ports.call(row.urn)",
  },
  {
    name: "an id that comes too late is written",
    file: "src/engine/providers/guarded-provider.ts",
    find: "isOpen && !call.signal.aborted ?",
    replace: "isOpen ?",
  },
  {
    name: "a plan does not say what follows a create that is repeated",
    file: "src/engine/planning/plan-steps.ts",
    find: "return [...steps, ...order.flatMap(afterRepeat)];",
    replace: "return steps;",
  },
  {
    name: "a plan shows only the new inputs of a create that is repeated",
    file: "src/engine/planning/changes.ts",
    find: "...(repeats !== undefined && { repeats: repeats.stored.inputs }),",
    replace: "",
  },
  {
    name: "what a repeated create makes that nobody wants is not shown",
    file: "src/engine/planning/plan-removals.ts",
    find: "[...ports.repeats.values()].filter(({ row }) => !ports.wanted.has(row.urn))",
    replace: "[...ports.repeats.values()].filter(() => false)",
  },
  {
    name: "much that is gone at once is made again",
    file: "src/engine/planning/make-plan.ts",
    find: "...manyGoneProblem(sightings, options),",
    replace: "",
  },
  {
    name: "a refresh lets go of much that is gone at once",
    file: "src/engine/planning/make-refresh-plan.ts",
    find: "...manyGoneProblem(sightings, ports.options)",
    replace: "",
  },
  {
    name: "what is forgotten does not count as gone",
    file: "src/engine/planning/make-plan.ts",
    find: "...removals.removals.flatMap(({ sighting }) => sighting ?? []),",
    replace: "",
  },
];
