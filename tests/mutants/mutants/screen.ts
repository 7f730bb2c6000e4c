import type { Mutant } from "../mutant.js";

/** Mistakes one could make in what is shown, and in what is asked. */
export const screenMutants: readonly Mutant[] = [
  {
    name: "logs are merged the latest first",
    in: "lowest",
    find: "rankOf(head.item) >= rank",
    replace: "rankOf(head.item) <= rank",
  },
  {
    name: "logs do not wait for who is silent",
    in: "mergeOrdered",
    find: "!isOver && held.length === 0",
    replace: "isOver && held.length < 0",
  },
  {
    name: "of logs the first lines are shown",
    in: "tailThenFollow",
    find: "kept.shift();",
    replace: "kept.pop();",
  },
  {
    name: "counters of different units are added",
    in: "sumStats",
    find: "const key = JSON.stringify([name, unit]);",
    replace: "const key = name;",
  },
  {
    name: "the fastest steps of a run are kept",
    in: "slowestOf",
    find: "b.durationMs - a.durationMs",
    replace: "a.durationMs - b.durationMs",
  },
  {
    name: "a resource is drawn beside what it needs",
    in: "assignLayers",
    find: "stand(key, layerOf.get(target)! + 1);",
    replace: "stand(key, layerOf.get(target)!);",
  },
  {
    name: "many that are alike are not folded",
    in: "foldSiblings",
    find: "if (group.length <= most)",
    replace: "if (group.length <= most * 1e6)",
  },
  {
    name: "what happens differently is folded together",
    in: "ownTraits",
    find: "`${change.action} ${",
    replace: "`${",
  },
  {
    name: "defaults are shown like what was said",
    in: "shownDetails",
    find: "(look.verbose || !isDefault)",
    replace: "(look.verbose || !isDefault || isDefault)",
  },
  {
    name: "a wrong key is a failure like any other",
    in: "byCode",
    find: '["store/key-wrong", exitCodes.storeUnreachable],',
    replace: '["store/key-wrong", exitCodes.failed],',
  },
  {
    name: "the outputs of a run are shown with their secrets",
    in: "runData",
    find: "outputs: maskedJson(outputs),",
    replace: "outputs: outputs as unknown as Json,",
  },
  {
    name: "outputs are shown with their secrets",
    in: "maskedJson",
    find: 'isSecret(part) ? "[secret]" : part',
    replace: "isSecret(part) ? part.value : part",
  },
  {
    name: "who is not asked has said yes",
    in: "refusalOf",
    find: 'if (answer === "yes") return undefined;',
    replace: 'if (answer !== "no") return undefined;',
  },
  {
    name: "a stack is removed although nobody was asked",
    in: "ifApproved",
    find: 'if (answer === "yes") return work();',
    replace: 'if (answer !== "no") return work();',
  },
];
