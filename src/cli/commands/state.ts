import type { StateOperations } from "../../operations/index.js";
import { ifApproved } from "../approved.js";
import type { Command, Invocation } from "../command.js";
import type { Face } from "../face/index.js";
import { lockWait } from "../lock-wait.js";
import { placeOptions } from "../options.js";
import { placeOf } from "../place.js";
import { count } from "../request.js";
import { prunedText, resourceData, resourcesText, resourceText, verifiedText } from "../state-text.js";
import { quoted } from "../usage-problem.js";

const list: Command = {
  name: "state ls",
  takes: [],
  says: "list the resources in state: moniker, URN, id",
  examples: ["state ls", "state ls --json"],
  options: placeOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => {
      const all = await state.list();
      invocation.face.show("resources", all.map(resourceData), () =>
        all.length === 0 ? "There is nothing in state.\n" : resourcesText(all),
      );
    }),
};

const show: Command = {
  name: "state show",
  takes: ["<resource>"],
  says: "print what state says about a resource",
  examples: ["state show greeting"],
  options: placeOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => {
      const found = await state.show(invocation.words[0]!);
      invocation.face.show("resource", resourceData(found), (look) => resourceText(found, look));
    }),
};

const remove: Command = {
  name: "state rm",
  takes: ["<resource>..."],
  says: "let go of resources: what exists of them stays",
  examples: ["state rm greeting", "state rm network --dependents --yes"],
  options: [...placeOptions, "dependents", "yes", "wait"],
  run: async (invocation) => {
    const { words, options, face } = invocation;
    const asked = words.map((word) => quoted(word)).join(", ");
    const question = `Let go of ${asked}? The next apply would make what the program asks for anew.`;
    return ifApproved(invocation, question, () =>
      onState(invocation, async (state) => {
        const dependents = options.dependents ?? false;
        tell(face, "forgotten", await state.forget(words, { dependents }));
      }),
    );
  },
};

const verify: Command = {
  name: "state verify",
  takes: [],
  says: "check all that is kept of the stack against itself: journal, rows, seals",
  examples: ["state verify", "state verify --accept-rollback"],
  options: [...placeOptions, "accept-rollback"],
  run: async ({ options, face }) => {
    const { exitCodes } = await import("../../runner/index.js");
    const { verifyStack, withStackStore } = await import("../../operations/index.js");
    const acceptRollback = options["accept-rollback"] ?? false;
    const { checked, problems } = await withStackStore(placeOf(options), (store) =>
      verifyStack(store, { acceptRollback }),
    );
    face.complain(problems);
    face.show("verified", { ok: problems.length === 0, ...(checked && { checked }) }, () =>
      checked === undefined ? "" : verifiedText(checked),
    );
    return problems.length === 0 ? exitCodes.ok : exitCodes.integrity;
  },
};

const prune: Command = {
  name: "state prune",
  takes: [],
  says: "let go of the records of old runs, which every run does too when it ends; state stays as it is",
  examples: ["state prune", "state prune --keep-runs 10"],
  options: [...placeOptions, "keep-runs", "wait"],
  run: async (invocation) => {
    const { options, command, face } = invocation;
    const keepRuns = count(options["keep-runs"], "--keep-runs", command.name) ?? 50;
    return onState(invocation, async (state) => {
      const records = await state.prune(keepRuns);
      face.show("pruned", { records, keepRuns }, () => prunedText(records, keepRuns));
    });
  },
};

const protect = marking("protect", "let no plan delete or replace resources", "protected");
const unprotect = marking("unprotect", "let plans delete and replace them again", "not protected any more");
const taint = marking("taint", "let the next plan replace resources", "tainted");
const untaint = marking("untaint", "let it not", "not tainted any more");

export const state: readonly Command[] = [
  list,
  show,
  remove,
  protect,
  unprotect,
  taint,
  untaint,
  verify,
  prune,
];

function marking(
  operation: "protect" | "unprotect" | "taint" | "untaint",
  says: string,
  done: string,
): Command {
  return {
    name: `state ${operation}`,
    takes: ["<resource>..."],
    says,
    examples: [`state ${operation} greeting`],
    options: [...placeOptions, "wait"],
    run: async (invocation) =>
      onState(invocation, async (operations) =>
        tell(invocation.face, done, await operations[operation](...invocation.words)),
      ),
  };
}

async function onState(invocation: Invocation, work: (state: StateOperations) => Promise<void>): Promise<0> {
  const { exitCodes } = await import("../../runner/index.js");
  const { withState } = await import("../../operations/index.js");
  await withState({ ...placeOf(invocation.options), ...lockWait(invocation) }, work);
  return exitCodes.ok;
}

function tell(face: Face, done: string, changed: readonly string[]): void {
  face.show("changed", [...changed], () =>
    changed.length === 0
      ? "It is so already. Nothing was changed.\n"
      : changed.map((urn) => `${urn} is ${done}\n`).join(""),
  );
}
