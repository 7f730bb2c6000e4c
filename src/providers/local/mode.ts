import * as v from "valibot";

/**
 * Who may do what with a file: `0o644`, or the same digits as text, `"644"`. However it is given, `"0644"` is what it
 * is kept and shown as. With a default it can be left out.
 */
export function modeField(usual: string) {
  return v.optional(
    v.pipe(
      v.union([v.number(), v.string()]),
      v.rawCheck<Mode>(({ dataset, addIssue }) => {
        const fault = dataset.typed ? modeFault(dataset.value) : undefined;
        if (fault !== undefined) addIssue({ message: fault });
      }),
      v.transform((mode: Mode) => printMode(mode)),
    ),
    usual,
  );
}

type Mode = number | string;

/** Why this is no mode; nothing for one that is. */
export function modeFault(mode: Mode): string | undefined {
  if (typeof mode === "string") {
    return octalText.test(mode)
      ? undefined
      : `${JSON.stringify(mode)} is no mode: it takes three or four octal digits, such as "0644".`;
  }
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777)
    return `${mode} is no mode: it takes a whole number from 0 to 0o7777, such as 0o644.`;
  if (!mistaken.has(mode)) return undefined;
  return `${mode} is a decimal number, and means 0o${mode.toString(8)}. Write 0o${mode} or "0${mode}".`;
}

export function modeBits(mode: Mode): number {
  return typeof mode === "number" ? mode : Number.parseInt(mode.replace(/^0o/, ""), 8);
}

/** `0644`: the bits alone, without what kind of file it is. */
export function printMode(mode: Mode | bigint): string {
  const bits = typeof mode === "bigint" ? Number(mode) : modeBits(mode);
  return (bits & 0o7777).toString(8).padStart(4, "0");
}

const octalText = /^(?:0o?)?[0-7]{3,4}$/;

/** Usual modes written without `0o`: as decimal numbers they are none that anybody means. */
const mistaken = new Set([
  400, 440, 444, 500, 550, 555, 600, 640, 644, 660, 664, 666, 700, 744, 750, 755, 770, 775, 777,
]);
