import { displayWidth } from "../../std/display-width.js";
import { counted } from "../../std/counted.js";
import { groupBy } from "../../std/group-by.js";
import { printable } from "../../std/printable.js";
import { wrapWords } from "../../std/wrap-words.js";
import type { Look, Style } from "../../render/index.js";
import type { Finding, FindingState } from "./finding.js";

/** Returns the report: findings by group, each with its hint, and a summary. `here` is removed from paths. */
export function doctorText(all: readonly Finding[], look: Look, here = ""): string {
  const findings = all.map((each) => shortened(each, here));
  const names = Math.max(...findings.map(({ name }) => displayWidth(name)));
  const groups = [...groupBy(findings, ({ group }) => group)];
  return [
    ...groups.map(([group, found]) =>
      [look.paint("strong", printable(group)), ...found.flatMap((each) => lines(each, names, look)), ""].join(
        "\n",
      ),
    ),
    `${summary(findings, look)}\n`,
  ].join("\n");
}

/** Makes paths relative to `here`, so that commands can be pasted. */
function shortened(finding: Finding, here: string): Finding {
  const begins = (text: string, offset: number) => offset === 0 || /[\s"'(=]/.test(text[offset - 1]!);
  const short = (text: string) =>
    here.length > 1
      ? text.replaceAll(`${here}/`, (found, offset: number) => (begins(text, offset) ? "" : found))
      : text;
  const { detail, hint } = finding;
  return { ...finding, detail: short(detail), ...(hint !== undefined && { hint: short(hint) }) };
}

const marks: Readonly<Record<FindingState, readonly [symbol: string, style: Style]>> = {
  ok: ["✓", "done"],
  note: ["·", "note"],
  warning: ["!", "warning"],
  problem: ["✗", "error"],
};

/** Minimum width of the details. If less is left beside the names, they are put below. */
const leastRoom = 34;

function lines({ name, state, detail, hint }: Finding, names: number, look: Look): readonly string[] {
  const [symbol, style] = marks[state];
  const head = `  ${look.paint(style, symbol)} `;
  const beside = names + 6;
  const isBeside = look.width - beside >= leastRoom;
  const indent = " ".repeat(isBeside ? beside : 4);
  const shown = printable(name);
  const told = wrapped(detail, look.width - indent.length);
  const padded = `${shown}${" ".repeat(names - displayWidth(shown))}`;
  const first = isBeside ? [`${head}${padded}  ${told[0]}`] : [`${head}${shown}`, `${indent}${told[0]}`];
  const rest = told.slice(1).map((line) => `${indent}${line}`);
  return [...first, ...rest, ...(hint === undefined ? [] : hintLines(hint, indent, look))];
}

/** Wraps a hint, except for its commands, which are meant to be pasted. */
function hintLines(hint: string, indent: string, look: Look): readonly string[] {
  return hint.split("\n").flatMap((line, index, all) => {
    const isCommand =
      line.startsWith(" ") || (index > 0 && all[index - 1]!.endsWith(":") && !line.endsWith(":"));
    if (isCommand) return [`${indent}  ${look.paint("strong", look.command(printable(line.trim())))}`];
    return wrapped(line, look.width - indent.length).map((part) => `${indent}${look.paint("faint", part)}`);
  });
}

function wrapped(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapWords(printable(line), Math.max(width, 20)));
}

function summary(findings: readonly Finding[], look: Look): string {
  const count = (state: FindingState) => findings.filter((each) => each.state === state).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (problems + warnings === 0) return look.paint("done", "No problems found.");
  const parts = [
    ...(problems > 0 ? [counted(problems, "problem")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
  ];
  return look.paint(problems > 0 ? "error" : "warning", `${parts.join(", ")}.`);
}
