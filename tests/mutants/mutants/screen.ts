import type { Mutant } from "../mutant.js";

/** Mistakes one could make in what is shown, and in what is asked. */
export const screenMutants: readonly Mutant[] = [
  {
    name: "logs are merged the latest first",
    file: "src/std/merge-ordered.ts",
    find: "rankOf(head.item) >= rank",
    replace: "rankOf(head.item) <= rank",
  },
  {
    name: "logs do not wait for who is silent",
    file: "src/std/merge-ordered.ts",
    find: "!isOver && held.length === 0",
    replace: "isOver && held.length < 0",
  },
  {
    name: "of logs the first lines are shown",
    file: "src/operations/observe/last-lines.ts",
    find: "kept.shift();",
    replace: "kept.pop();",
  },
  {
    name: "counters of different units are added",
    file: "src/operations/observe/sum-stats.ts",
    find: "const key = JSON.stringify([name, unit]);",
    replace: "const key = name;",
  },
  {
    name: "the fastest steps of a run are kept",
    file: "src/engine/applying/run-summary.ts",
    find: "b.durationMs - a.durationMs",
    replace: "a.durationMs - b.durationMs",
  },
  {
    name: "a resource is drawn beside what it needs",
    file: "src/render/graph/layout/assign-layers.ts",
    find: "stand(key, layerOf.get(target)! + 1);",
    replace: "stand(key, layerOf.get(target)!);",
  },
  {
    name: "many that are alike are not folded",
    file: "src/render/plan/fold-siblings.ts",
    find: "if (group.length <= most)",
    replace: "if (group.length <= most * 1e6)",
  },
  {
    name: "what happens differently is folded together",
    file: "src/render/plan/fold-siblings.ts",
    find: "return `${change.action} ${isLeftBehind}",
    replace: "return `${isLeftBehind}",
  },
  {
    name: "defaults are shown like what was said",
    file: "src/render/plan/tree-lines.ts",
    find: "(look.verbose || !isDefault)",
    replace: "(look.verbose || !isDefault || isDefault)",
  },
  {
    name: "a wrong key is a failure like any other",
    file: "src/runner/exit-code.ts",
    find: '["store/key-wrong", exitCodes.storeUnreachable],',
    replace: '["store/key-wrong", exitCodes.failed],',
  },
  {
    name: "the outputs of a run are shown with their secrets",
    file: "src/cli/face/data.ts",
    find: "outputs: maskedJson(outputs),",
    replace: "outputs: outputs as unknown as Json,",
  },
  {
    name: "outputs are shown with their secrets",
    file: "src/render/value/masked-json.ts",
    find: 'isSecret(part) ? "[secret]" : part',
    replace: "isSecret(part) ? part.value : part",
  },
  {
    name: "who is not asked has said yes",
    file: "src/cli/carry-out.ts",
    find: 'if (answer === "yes") return undefined;',
    replace: 'if (answer !== "no") return undefined;',
  },
  {
    name: "a stack is removed although nobody was asked",
    file: "src/cli/approved.ts",
    find: 'if (answer === "yes") return work();',
    replace: 'if (answer !== "no") return work();',
  },
];
