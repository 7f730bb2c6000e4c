import { layOut } from "./lay-out.js";
import { groupsOf, optionsOf, outputOf } from "./program-of.js";
import {
  callbackField,
  ephemeralText,
  isEphemeralArgument,
  leasedAccount,
  nameOf,
  type Sketch,
} from "./sketch.js";

/** The program of a sketch as TypeScript, in the words of scenarios. */
export function printProgram(sketch: Sketch): string {
  const groups = groupsOf(sketch);
  const lines = groups.map((group) => `const g${group} = group("g${group}");`);
  const hasLogins = [...sketch.values()].some(({ type }) => type === "login");
  if (hasLogins)
    lines.push(
      `const leased = account("${leasedAccount}", { password: coconut.ephemeral("${ephemeralText}") });`,
    );
  for (const laid of layOut(sketch)) {
    const { place, drawn, outer } = laid;
    const inputs = Object.entries(laid.inputs).map(([input, argument]) => [
      input,
      typeof argument === "object"
        ? new Code(`r${argument.reads}.${argument.field}`)
        : isEphemeralArgument(argument)
          ? new Code(`coconut.ephemeral("${argument}")`)
          : argument,
    ]);
    const others = optionsOf(
      laid,
      (other) => new Code(`r${other}`),
      new Map(groups.map((group) => [group, new Code(`g${group}`)])),
    );
    const options = drawn.type === "login" ? { ...others, provider: new Code("leased") } : others;
    const rest = Object.keys(options).length === 0 ? "" : `, ${printed(options)}`;
    const call = `${drawn.type}("${nameOf(place, drawn)}", ${printed(Object.fromEntries(inputs))}${rest})`;
    lines.push(
      outer === undefined
        ? `const r${place} = ${call};`
        : `r${outer}.${callbackField(sketch.get(outer)!.type)}.apply(() => {\n    ${call};\n  });`,
    );
  }
  const outputs = layOut(sketch).flatMap(({ place, outer }) =>
    outer === undefined ? [[outputOf(place), new Code(`r${place}.id`)]] : [],
  );
  lines.push(`return ${printed(Object.fromEntries(outputs))};`);
  const words = [...new Set([...sketch.values()].map(({ type }) => type))];
  const account = hasLogins ? ["account", "coconut"] : [];
  const used = [...words, ...(groups.length > 0 ? ["group"] : []), ...account].join(", ");
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
