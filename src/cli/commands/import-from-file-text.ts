import type { Json } from "../../model/index.js";
import type { StateImportPreview, StateImportRun } from "../../operations/stack/index.js";
import type { Look } from "../../render/index.js";
import { counted } from "../../std/counted.js";
import { shellWord } from "../../std/shell-word.js";

type Entry = StateImportRun["entries"][number];
type Omitted = StateImportRun["omitted"];

export function previewData({ title, candidates, omitted }: StateImportPreview): Json {
  return {
    title,
    resources: candidates.map(({ object, urn, decision }) => ({
      address: object.address,
      urn,
      decision: decision.kind,
      ...(decision.kind === "left" && { ...decision.obstacle }),
    })),
    omitted: omitted.map(({ kind, names, advice }) => ({ kind, names: [...names], advice })),
  };
}

export function previewText(
  { title, candidates, omitted }: StateImportPreview,
  file: string,
  look: Look,
): string {
  const lines = candidates.map(({ object, decision }) => {
    const { address, type, name } = object;
    if (decision.kind === "already") return `  = ${address} is already in state\n`;
    if (decision.kind === "left") return `  - ${address}\n${notImported(decision.obstacle)}`;
    const more = object.isTainted ? " (tainted)" : "";
    return `  + ${address} as ${type} ${JSON.stringify(name)}${more}\n`;
  });
  return `${title} in ${look.place(file)}\n\n${lines.join("")}\n${omittedText(omitted)}\n`;
}

export function importedData({ entries, omitted, code, settings }: StateImportRun): Json {
  return {
    resources: entries.map((entry) => ({ ...entry, changes: [...entry.changes] })),
    omitted: omitted.map(({ kind, names, advice }) => ({ kind, names: [...names], advice })),
    settings: settings.map(({ key, type }) => ({ key, type, command: settingCommand({ key, type }) })),
    code,
  };
}

export function importedText({ entries, code, settings }: StateImportRun, look: Look): string {
  const imported = entries.filter(({ result }) => result === "imported");
  const count = counted(imported.length, "resource");
  const parts = [
    imported.length === 0
      ? "Nothing was imported.\n"
      : `Imported ${count}. State protects them from deletion until the program declares them.\n`,
    section("The next plan changes these resources:", imported.flatMap(changeText)),
    section("Not imported:", entries.flatMap(lossText)),
    section(
      "Set the secrets that the code reads, before the next plan:",
      settings.map((setting) => `  ${look.command(settingCommand(setting))}\n`),
    ),
    ...(imported.length === 0 ? [] : [`Add this code to the program:\n\n${code}`]),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function changeText({ address, changes, tainted, replaced, reason }: Entry): readonly string[] {
  return [
    ...(tainted ? [`  ${address}: replaced, because it is tainted\n`] : []),
    ...(replaced > 0 ? [`  ${address}: deletes ${counted(replaced, "replaced object")}\n`] : []),
    ...(changes.length > 0 ? [`  ${address}: ${changes.join(", ")}\n`] : []),
    ...(reason === undefined
      ? []
      : [`  ${address}: the provider refuses its inputs\n${indented(reason, "      ")}`]),
  ];
}

function lossText({ address, result, reason = "", remedy }: Entry): readonly string[] {
  if (result === "imported" || result === "already") return [];
  return [`  ${address}\n${notImported({ reason, ...(remedy !== undefined && { remedy }) })}`];
}

function notImported({ reason, remedy }: { readonly reason: string; readonly remedy?: string }): string {
  return `${indented(reason, "      ")}${remedy === undefined ? "" : indented(remedy, "          ")}`;
}

function omittedText(omitted: Omitted): string {
  return section(
    "Not carried over:",
    omitted.map(({ kind, names, advice }) => {
      const which = names.length === 0 ? "" : ` ${names.join(", ")}`;
      return `  ${kind}${which}\n${indented(advice, "      ")}`;
    }),
  );
}

/** Coconut prompts for the value, or reads it from standard input. */
function settingCommand({ key, type }: StateImportRun["settings"][number]): string {
  return `coco config set ${shellWord(key)} --secret${type === "text" ? "" : ` --type ${type}`}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}\n${lines.join("")}`;
}

function indented(text: string, indent: string): string {
  return text
    .split("\n")
    .map((line) => `${indent}${line}\n`)
    .join("");
}
