import { groupsOf, optionsOf } from "./program-of.js";
import { argumentsOf, nameOf, type Sketch } from "./sketch.js";

/** The program of a sketch as TypeScript, in the words of scenarios. */
export function printProgram(sketch: Sketch): string {
  const made = new Set<number>();
  const groups = groupsOf(sketch);
  const lines = groups.map((group) => `const g${group} = group("g${group}");`);
  for (const [place, drawn] of sketch) {
    const before = (other: number | undefined) =>
      other !== undefined && made.has(other) ? new Code(`r${other}`) : undefined;
    const inputs = Object.entries(argumentsOf(place, drawn, (other) => made.has(other))).map(
      ([input, argument]) => [
        input,
        typeof argument === "object" ? new Code(`r${argument.reads}.id`) : argument,
      ],
    );
    const options = optionsOf(drawn, before, new Map(groups.map((group) => [group, new Code(`g${group}`)])));
    const rest = Object.keys(options).length === 0 ? "" : `, ${printed(options)}`;
    const call = `${drawn.type}("${nameOf(place, drawn)}", ${printed(Object.fromEntries(inputs))}${rest})`;
    const outer = before(drawn.within);
    if (outer === undefined) made.add(place);
    lines.push(
      outer === undefined
        ? `const r${place} = ${call};`
        : `${outer.text}.id.apply(() => {\n    ${call};\n  });`,
    );
  }
  const words = [...new Set([...sketch.values()].map(({ type }) => type))];
  const used = [...words, ...(groups.length > 0 ? ["group"] : [])].join(", ");
  return [`({ ${used} }: Words) => {`, ...lines.map((line) => `  ${line}`), "}"].join("\n");
}

class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function printed(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map(printed).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${printed(inner)}`)
    .join(", ")} }`;
}
