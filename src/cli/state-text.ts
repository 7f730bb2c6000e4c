import { equalValues, type Json, type ValueObject } from "../model/index.js";
import type { StackCheck, StateResource } from "../operations/index.js";
import { maskedJson, placeText, valueText, type Look } from "../render/index.js";
import { counted } from "../std/counted.js";
import { printable } from "../std/printable.js";
import { tableText } from "./table-text.js";

/** What state says about a resource, for programs: secrets masked, positions as they are. */
export function resourceData({ inputs, outputs, observed, ...resource }: StateResource): Json {
  const plain = { ...resource, formerMoniker: undefined } as unknown as { readonly [field: string]: Json };
  const found = observed === undefined ? {} : { observed: maskedJson(observed) };
  return { ...plain, inputs: maskedJson(inputs), outputs: maskedJson(outputs), ...found };
}

/** Resources of state, a line each: by what commands take for one first, by its URN, by its id. */
export function resourcesText(resources: readonly StateResource[]): string {
  return tableText(
    resources.map((resource) => {
      const marks = marksOf(resource);
      const { urn, moniker = "-", id = "-" } = resource;
      return [moniker, urn, id, ...(marks.length === 0 ? [] : [`(${marks.join(", ")})`])];
    }),
  );
}

export function prunedText(records: number, keepRuns: number): string {
  const kept = `those of the last ${keepRuns === 1 ? "run" : `${keepRuns} runs`}`;
  return records === 0
    ? `Nothing is older than ${kept}, or than an operation that is still open.\n`
    : `${counted(records, "record")} of the journal ${records === 1 ? "is" : "are"} gone; ${kept} are kept.\n`;
}

/** What was looked at, and found to be as it should be. */
export function verifiedText(checked: NonNullable<StackCheck["checked"]>): string {
  const { records, firstRecord, runs, resources, objects, operations } = checked;
  const since = firstRecord > 1 ? `, from record ${firstRecord} on` : "";
  return [
    "Everything is as it was written:",
    `  ${counted(records, "record")} of the journal${since}, each tied to the one before`,
    `  ${counted(resources, "resource")} with ${counted(objects, "object")}, and ${counted(operations, "open operation")}: what the journal amounts to`,
    `  ${counted(runs, "run")} of the history`,
    "  the seal of every row, and of the stack itself",
    "",
  ].join("\n");
}

/** Everything that state says about it, secrets masked. */
export function resourceText(resource: StateResource, look: Look): string {
  const { urn, moniker, type, name, kind, id, parent, provider, position, needs, seenAt } = resource;
  const managedBy = resource.package;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["moniker", moniker],
    ["urn", urn],
    ["type", type],
    ["name", name],
    ["kind", kind],
    ["id", id],
    ["is", marksOf(resource).join(", ") || undefined],
    ["parent", parent],
    ["provider", provider],
    ["package", managedBy && `${managedBy.name} ${managedBy.version} (${managedBy.module})`],
    ["at", position && placeText(position, look)],
    ["seen", seenAt],
  ];
  return [
    ...facts.flatMap(([what, text]) => (text === undefined ? [] : [`${what}: ${printable(text)}`])),
    ...block("needs", needs.map(printable)),
    ...block("inputs", valueLines(resource.inputs)),
    ...block("outputs", valueLines(resource.outputs)),
    ...block("found otherwise when it was last seen", otherLines(resource)),
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
    ...(kind === "external" ? ["only read"] : []),
    ...(isProtected ? ["protected"] : []),
    ...(isTainted ? ["tainted"] : []),
    ...(isOpen ? ["cut off"] : []),
    ...others.filter((status) => status !== "creating"),
  ];
}

function block(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function valueLines(values: ValueObject): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${printable(name)}: ${valueText(value, Infinity)}`);
}
