import type { Mutant } from "../mutant.js";

/** Mistakes that state, plan and journal agree on, so that only the program, the cloud or the caller can tell. */
export const unseenMutants: readonly Mutant[] = [
  {
    name: "every edit is taken for the same",
    in: "decide",
    find: "if (facts.forced.length > 0) return replace",
    replace:
      'if (fieldsOf(planned, "inputs").length > 0) return recordOrSame(facts); if (facts.forced.length > 0) return replace',
  },
  {
    name: "what drifted is never repaired",
    in: "decide",
    find: 'if (drifted.length > 0) return { action: "update", reasons: [{ kind: "drift", fields: drifted }] };',
    replace: "if (drifted.length > 0) return recordOrSame(facts);",
  },
  {
    name: "an import is not recorded",
    in: "adopt",
    find: "const time = now();",
    replace: 'const time = now(); if (time !== "") return;',
  },
  {
    name: "a rename is not recorded",
    in: "renameResources",
    find: "if (renamed.names.length === 0) return undefined;",
    replace: "if (renamed.names.length >= 0) return undefined;",
  },
  {
    name: "other stacks are not told of a rename, and nobody hears of it",
    in: "renameResources",
    find: "return { groups: [...file.groups, group] }; });",
    replace:
      "return { groups: [...file.groups, group] }; }).catch((error) => { if (done === undefined) throw error; });",
  },
  {
    name: "a file is rewritten without its lock",
    in: "withFileLock",
    find: "let taken = await lock(path);",
    replace: 'let taken = "none" as Awaited<ReturnType<typeof lock>>;',
  },
  {
    name: "what a refresh could not see is gone",
    in: "planRefresh",
    find: "unread.push(...found);",
    replace:
      'if (row.kind === "custom") return { row, object, found: "absent" as const, ...gone(row, object, ports) };',
  },
  {
    name: "a refresh sees nothing new",
    in: "refreshed",
    find: "if (fields.length === 0) return undefined;",
    replace: "if (fields.length >= 0) return undefined;",
  },
  {
    name: "nobody is told of a takeover",
    in: "Engine.#finish",
    find: "if (run.tookOver !== undefined) options.onEvent?.(tookOver(run.tookOver));",
    replace: "",
  },
  {
    name: "another object is deleted than the intent says",
    in: "remove",
    find: "const outcome = await provider.delete(call, { prior, planned, key, running });",
    replace:
      'const outcome = await provider.delete(call, { prior: { ...prior, id: "bucket-1" }, planned, key, running });',
  },
  {
    name: "all is done, whatever part of it was approved",
    in: "Engine.#applyApproved",
    find: "return this.#rounds(run, session, approved, options, held);",
    replace:
      "return this.#rounds(run, session, await session.plan(run.current(), {}, nothingSettled), options, held);",
  },
  {
    name: "a failure stops what has nothing to do with it",
    in: "Dispatcher.#finish",
    find: 'else if (result !== "not-started" && !this.#dispatch.continueOnError) this.#stop.abort();',
    replace: 'else if (result !== "not-started") this.#stop.abort();',
  },
  {
    name: "targets of a destroy are not looked at",
    in: "Engine.destroy",
    find: 'return this.#planAndApply("destroy", options, { ...options, destroy: true });',
    replace:
      'return this.#planAndApply("destroy", options, { ...(options.targets ? {} : options), destroy: true });',
  },
  {
    name: "one question that failed refuses the whole plan",
    in: "isFailedQuestion",
    find: "return failedQuestions.has(code);",
    replace: "return false;",
  },
  {
    name: "a mistake of the program fails its resource alone",
    in: "isFailedQuestion",
    find: "return failedQuestions.has(code);",
    replace: 'return code !== "";',
  },
  {
    name: "what names something that failed goes ahead",
    in: "holdBack",
    find: "const isBinding = resources.has(urn) && (isTold || !isRecorded(urn));",
    replace: "const isBinding = resources.has(urn) && !isRecorded(urn);",
  },
  {
    name: "what something that failed needs is deleted",
    in: "holdBack",
    find: "for (const each of byUrn.get(need) ?? [])",
    replace: "for (const each of [] as LeavingObject[])",
  },
  {
    name: "what goes with something that failed leaves without it",
    in: "holdBack",
    find: "for (const each of along.get(urn) ?? [])",
    replace: "for (const each of [] as LeavingObject[])",
  },
  {
    name: "an old object that something needs which failed is deleted",
    in: "stepsOf",
    find: "isLeftAlone: (urn) => alone.has(urn) || untouched",
    replace: "isLeftAlone: (urn) => untouched",
  },
  {
    name: "what something needs that failed is deleted and made again",
    in: "stepsOf",
    find: "if (blocked.length === 0) return steps;",
    replace: "return steps;",
  },
  {
    name: "a child that failed fails its component and the other children",
    in: "planUnmanaged",
    find: "const answer = offered?.ok === false",
    replace:
      "  if (offered?.ok === false) return { ok: false, registration, answer: offered } as never; const answer = offered?.ok === false",
  },
  {
    name: "a callback that was given what failed has run",
    in: "CallbackRuns.#add",
    find: "if (input.ok && isKnown(input.value))",
    replace: "if (!input.ok || isKnown(input.value))",
  },
  {
    name: "a plan that lacks something is applied without a word",
    in: "isRefused",
    find: "&& !continueOnError && !isRefresh",
    replace: "&& continueOnError === null",
  },
  {
    name: "a plan that lacks something is saved",
    in: "Engine.plan",
    find: "refuseUnsavable(worked);",
    replace: "",
  },
  {
    name: "a plan that lacks something is empty",
    in: "StackPlan.isEmpty",
    find: "&& this.failed.length === 0",
    replace: "",
  },
  {
    name: "a destroy that left something forgets the outputs of the stack",
    in: "leavesSomething",
    find: 'action === "skip" || action === "failed"',
    replace: 'action === "skip"',
  },
];
