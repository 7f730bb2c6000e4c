import { printPosition, type Json, type ValueObject } from "../model/index.js";
import type { StateResource } from "../engine/index.js";
import { maskedJson, valueText } from "../render/index.js";

/** What state says about a resource, for programs: secrets masked, positions as they are. */
export function resourceData({ inputs, outputs, ...resource }: StateResource): Json {
  const plain = { ...resource } as unknown as { readonly [field: string]: Json };
  return { ...plain, inputs: maskedJson(inputs), outputs: maskedJson(outputs) };
}

/** A resource of state on one line, by what commands take for it first. */
export function resourceLine(resource: StateResource): string {
  const { urn, moniker, name, id } = resource;
  const marks = marksOf(resource);
  return `${[
    moniker ?? urn,
    JSON.stringify(name),
    ...(id === undefined ? [] : [id]),
    ...(marks.length === 0 ? [] : [`(${marks.join(", ")})`]),
  ].join("  ")}\n`;
}

/** Everything that state says about it, secrets masked. */
export function resourceText(resource: StateResource): string {
  const { urn, moniker, type, name, kind, id, parent, provider, position, needs } = resource;
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
    ["at", position && printPosition(position)],
  ];
  return [
    ...facts.flatMap(([what, text]) => (text === undefined ? [] : [`${what}: ${text}`])),
    ...block("needs", needs),
    ...block("inputs", valueLines(resource.inputs)),
    ...block("outputs", valueLines(resource.outputs)),
    "",
  ].join("\n");
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
  return Object.entries(values).map(([name, value]) => `${name}: ${valueText(value, Infinity)}`);
}
