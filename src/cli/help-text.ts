import type { Command } from "./command.js";
import { optionOf, placeOptions, type OptionName } from "./options.js";

/** Everything there is, a line each. */
export function helpText(commands: readonly Command[]): string {
  return [
    "Coconut: infrastructure as code for TypeScript.",
    "",
    ...columns(commands.map((each) => [usage(each), each.says])),
    "",
    ...optionLines(placeOptions),
    "",
    "A resource is called by its moniker, URN, name or id: coco state ls lists them.",
    "",
    "  coco help <command>",
    "  coco apply -C examples/files --yes",
    "",
  ].join("\n");
}

/** What some commands do, with their options. */
export function commandHelp(commands: readonly Command[]): string {
  return commands
    .map((each) => [usage(each).trim(), `  ${each.says}`, "", ...optionLines(each.options), ""].join("\n"))
    .join("\n");
}

function usage({ name, takes }: Command): string {
  return `  ${["coco", name, ...takes].join(" ")}`;
}

function optionLines(names: readonly OptionName[]): readonly string[] {
  return columns(
    names.map((name) => {
      const { short, takes, says } = optionOf(name);
      const spelled = `${short === undefined ? "    " : `-${short}, `}--${name}`;
      return [`  ${takes === undefined ? spelled : `${spelled} ${takes}`}`, says];
    }),
  );
}

function columns(rows: readonly (readonly [left: string, right: string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `${left.padEnd(width)}${right}`);
}
