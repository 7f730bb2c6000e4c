import * as v from "valibot";

/**
 * The permissions of a file: `0o644`, or the same digits as a string, `"644"`. Both are recorded and shown as `"0644"`.
 * `usual` is the default.
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

/** Returns why this is not a valid mode; undefined if it is. */
export function modeFault(mode: Mode): string | undefined {
  if (typeof mode === "string") {
    return octalText.test(mode)
      ? undefined
      : `${JSON.stringify(mode)} is not a valid mode. Use three or four octal digits, such as "0644".`;
  }
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777)
    return `${mode} is not a valid mode. Use an integer from 0 to 0o7777, such as 0o644.`;
  if (!mistaken.has(mode)) return undefined;
  return `${mode} is a decimal number and means 0o${mode.toString(8)}. Use 0o${mode} or "0${mode}".`;
}

export function modeBits(mode: Mode): number {
  return typeof mode === "number" ? mode : Number.parseInt(mode.replace(/^0o/, ""), 8);
}

/** Returns the permission bits as text, such as `0644`, without the file type. */
export function printMode(mode: Mode | bigint): string {
  const bits = typeof mode === "bigint" ? Number(mode) : modeBits(mode);
  return (bits & 0o7777).toString(8).padStart(4, "0");
}

const octalText = /^(?:0o?)?[0-7]{3,4}$/;

/** Common modes written without `0o`. As decimal numbers, none of them is a plausible mode. */
const mistaken = new Set([
  400, 440, 444, 500, 550, 555, 600, 640, 644, 660, 664, 666, 700, 744, 750, 755, 770, 775, 777,
]);
