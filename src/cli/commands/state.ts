import { equalValues, type Json, type ValueObject } from "../../model/index.js";
import type { StackCheck, StateOperations, StateResource } from "../../operations/index.js";
import { maskedJson, positionText, valueText, type Look } from "../../render/index.js";
import { counted } from "../../std/counted.js";
import { printable } from "../../std/printable.js";
import { ifApproved } from "../approval.js";
import type { Command, Invocation } from "../command.js";
import type { Face } from "../face/index.js";
import { stackOptions } from "../options.js";
import { selectedStack } from "../selected-stack.js";
import { count, lockWait } from "../request.js";
import { tableText } from "../table-text.js";
import { quotedWord } from "../usage-problem.js";

const list: Command = {
  name: "state ls",
  takes: [],
  says: "List the resources in state: moniker (short name), URN and ID",
  examples: ["state ls", "state ls --json"],
  options: stackOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => {
      const all = await state.list();
      invocation.face.show("resources", all.map(resourceData), () =>
        all.length === 0 ? "State has no resources.\n" : resourcesText(all),
      );
    }),
};

const show: Command = {
  name: "state show",
  takes: ["<resource>"],
  says: "Print everything that state records about a resource",
  examples: ["state show greeting"],
  options: stackOptions,
  run: async (invocation) =>
    onState(invocation, async (state) => {
      const found = await state.show(invocation.words[0]!);
      invocation.face.show("resource", resourceData(found), (look) => resourceText(found, look));
    }),
};

const remove: Command = {
  name: "state rm",
  takes: ["<resource>..."],
  says: "Remove resources from state without deleting the objects",
  examples: ["state rm greeting", "state rm network --dependents --yes"],
  options: [...stackOptions, "dependents", "yes", "wait"],
  optionTexts: { dependents: "Also remove everything that depends on these resources" },
  run: async (invocation) => {
    const { words, options, face } = invocation;
    const asked = words.map((word) => quotedWord(word)).join(", ");
    const question = `Remove ${asked} from state? The objects are not deleted. If the program still declares them, the next apply creates new objects.`;
    return ifApproved(invocation, question, () =>
      onState(invocation, async (state) => {
        const dependents = options.dependents ?? false;
        tell(face, "removed from state", await state.forget(words, { dependents }));
      }),
    );
  },
};

const verify: Command = {
  name: "state verify",
  takes: [],
  says: "Verify the integrity of the state: journal, rows and authentication codes",
  examples: ["state verify", "state verify --accept-rollback"],
  options: [...stackOptions, "accept-rollback"],
  run: async ({ options, face }) => {
    const { exitCodes } = await import("../../runner/index.js");
    const { verifyStack, withStackStore } = await import("../../operations/index.js");
    const acceptRollback = options["accept-rollback"] ?? false;
    const { checked, problems } = await withStackStore(selectedStack(options), (store) =>
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
  says: "Delete the journal records of old runs; every run also does this when it ends",
  examples: ["state prune", "state prune --keep-runs 10"],
  options: [...stackOptions, "keep-runs", "wait"],
  run: async (invocation) => {
    const { options, command, face } = invocation;
    const keepRuns = count(options["keep-runs"], "--keep-runs", command.name) ?? 50;
    return onState(invocation, async (state) => {
      const records = await state.prune(keepRuns);
      face.show("pruned", { records, keepRuns }, () => prunedText(records, keepRuns));
    });
  },
};

const protect = marking(
  "protect",
  "Protect resources: refuse every plan that would delete or replace them",
  "protected",
);
const unprotect = marking(
  "unprotect",
  "Remove the protection, so that plans can delete or replace the resources",
  "no longer protected",
);
const taint = marking("taint", "Mark resources to be replaced by the next apply", "tainted");
const untaint = marking(
  "untaint",
  "Remove the taint mark, so that the next apply does not replace the resources",
  "no longer tainted",
);

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
    options: [...stackOptions, "wait"],
    run: async (invocation) =>
      onState(invocation, async (operations) =>
        tell(invocation.face, done, await operations[operation](...invocation.words)),
      ),
  };
}

async function onState(invocation: Invocation, work: (state: StateOperations) => Promise<void>): Promise<0> {
  const { exitCodes } = await import("../../runner/index.js");
  const { withState } = await import("../../operations/index.js");
  await withState({ ...selectedStack(invocation.options), ...lockWait(invocation) }, work);
  return exitCodes.ok;
}

function tell(face: Face, done: string, changed: readonly string[]): void {
  face.show("changed", [...changed], () =>
    changed.length === 0 ? "No changes.\n" : changed.map((urn) => `${urn} is ${done}\n`).join(""),
  );
}

/** Returns a resource of state as JSON, with secrets masked. */
function resourceData({ inputs, outputs, observed, ...resource }: StateResource): Json {
  const plain = { ...resource, formerMoniker: undefined } as unknown as { readonly [field: string]: Json };
  const found = observed === undefined ? {} : { observed: maskedJson(observed) };
  return { ...plain, inputs: maskedJson(inputs), outputs: maskedJson(outputs), ...found };
}

/** Returns a table of resources: moniker, URN, ID and marks. */
function resourcesText(resources: readonly StateResource[]): string {
  return tableText(
    resources.map((resource) => {
      const marks = marksOf(resource);
      const { urn, moniker = "-", id = "-" } = resource;
      return [moniker, urn, id, ...(marks.length === 0 ? [] : [`(${marks.join(", ")})`])];
    }),
  );
}

function prunedText(records: number, keepRuns: number): string {
  const kept = `the last ${keepRuns === 1 ? "run" : `${keepRuns} runs`}`;
  return records === 0
    ? `Nothing to delete: all records belong to ${kept}, or follow an interrupted operation.\n`
    : `Deleted ${counted(records, "journal record")}. The records of ${kept} are kept.\n`;
}

/** Returns the report of a successful verification. */
function verifiedText(checked: NonNullable<StackCheck["checked"]>): string {
  const { records, firstRecord, runs, resources, objects, operations } = checked;
  const since = firstRecord > 1 ? `, starting at record ${firstRecord}` : "";
  return [
    "State is intact. Verified:",
    `  ${counted(records, "journal record")}${since}, each linked to the one before`,
    `  ${counted(resources, "resource")}, ${counted(objects, "object")} and ${counted(operations, "operation")} in progress or interrupted, which match the journal`,
    `  ${counted(runs, "run")} in the history`,
    "  the authentication code of every row, and of the stack",
    "",
  ].join("\n");
}

/** Returns everything that state records about a resource, with secrets masked. */
function resourceText(resource: StateResource, look: Look): string {
  const { urn, moniker, type, name, kind, id, parent, provider, position, needs, seenAt } = resource;
  const managedBy = resource.package;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["moniker", moniker],
    ["urn", urn],
    ["type", type],
    ["name", name],
    ["kind", kind],
    ["id", id],
    ["status", marksOf(resource).join(", ") || undefined],
    ["parent", parent],
    ["provider", provider],
    ["package", managedBy && `${managedBy.name} ${managedBy.version} (${managedBy.module})`],
    ["declared at", position && positionText(position, look)],
    ["last read", seenAt],
  ];
  return [
    ...facts.flatMap(([what, text]) => (text === undefined ? [] : [`${what}: ${printable(text)}`])),
    ...block("depends on", needs.map(printable)),
    ...block("inputs", valueLines(resource.inputs)),
    ...block("outputs", valueLines(resource.outputs)),
    ...block("drift when it was last read", otherLines(resource)),
    "",
  ].join("\n");
}

function otherLines({ inputs, outputs, observed = {} }: StateResource): readonly string[] {
  const recorded: ValueObject = { inputs, outputs };
  return Object.entries(observed).flatMap(([part, found]) => {
    const known = recorded[part] as ValueObject;
    const others = Object.entries(found as ValueObject).filter(
      ([name, value]) => !equalValues(value, known[name] ?? null),
    );
    return valueLines(Object.fromEntries(others));
  });
}

function marksOf({ kind, isProtected, isTainted, isOpen, others }: StateResource): readonly string[] {
  return [
    ...(kind === "external" ? ["read-only"] : []),
    ...(isProtected ? ["protected"] : []),
    ...(isTainted ? ["tainted"] : []),
    ...(isOpen ? ["interrupted"] : []),
    ...others.filter((status) => status !== "creating"),
  ];
}

function block(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function valueLines(values: ValueObject): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${printable(name)}: ${valueText(value, Infinity)}`);
}
