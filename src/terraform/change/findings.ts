import { JSON } from "../../std/plain-json.js";
import {
  Dynamic,
  isCtyArray,
  isCtyNumber,
  isCtyObject,
  isCtyUnknown,
  pathText,
  type CtyPath,
  type CtyStep,
  type CtyValue,
} from "../cty/index.js";
import type { Attribute } from "../schema/index.js";

/** A violation of the protocol by a provider. The path ends at the first set or secret, and the text has no secret value. */
export interface PlanFault {
  readonly path: CtyPath;
  readonly text: string;
}

/** A place in an object that is being checked. */
export interface Place {
  readonly path: CtyPath;
  /** True if no value of this place may be shown, nor a key in it. */
  readonly isHidden: boolean;
}

/** Collects the faults of one check. */
export class Findings {
  readonly faults: PlanFault[] = [];
  readonly #isSecret: (path: CtyPath) => boolean;

  /** `isSecret` says which places hold secrets of the program, besides those that the schema calls sensitive. */
  constructor(isSecret: (path: CtyPath) => boolean = () => false) {
    this.#isSecret = isSecret;
  }

  /** `show` writes a value for the text. */
  add(place: Place, text: (place: string, show: (value: CtyValue) => string) => string): void {
    const secret = place.path.findIndex((_, index) => this.#isSecret(place.path.slice(0, index + 1)));
    const path = secret === -1 ? place.path : place.path.slice(0, secret + 1);
    const show = place.isHidden || secret !== -1 ? hiddenText : valueText;
    const fault = { path, text: text(placeText(path), show) };
    // Parts of a secret all have the path of the secret.
    if (this.faults.at(-1)?.text !== fault.text) this.faults.push(fault);
  }
}

export const root: Place = { path: [], isHidden: false };

export function placeIn(place: Place, step: CtyStep): Place {
  return place.isHidden ? place : { path: [...place.path, step], isHidden: false };
}

export function placeOf(place: Place, { name, sensitive, writeOnly }: Attribute): Place {
  if (place.isHidden) return place;
  return { path: [...place.path, { attribute: name }], isHidden: sensitive || writeOnly };
}

export type PartKind = "block" | "element";

/** Returns a number of parts for a text: `1 block`, `2 blocks`. */
export function countText(count: number, kind: PartKind): string {
  return `${count} ${kind}${count === 1 ? "" : "s"}`;
}

function placeText(path: CtyPath): string {
  return path.length === 0 ? "the object" : `\`${pathText(path).replace(/^\./, "")}\``;
}

/** Null and unknown give nothing away. */
function hiddenText(value: CtyValue): string {
  return value === null || isCtyUnknown(value) ? valueText(value) : "a sensitive value";
}

const textLimit = 120;

function valueText(value: CtyValue): string {
  if (isCtyUnknown(value)) return "an unknown value";
  const text = literal(value);
  return text.length > textLimit ? `${text.slice(0, textLimit)}…` : text;
}

function literal(value: CtyValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (isCtyNumber(value)) return typeof value === "object" ? value.text : String(value);
  if (isCtyUnknown(value)) return "unknown";
  if (value instanceof Dynamic) return literal(value.value);
  if (isCtyArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isCtyObject(value)) return "";
  return `{${[...value].map(([key, part]) => `${JSON.stringify(key)}: ${literal(part)}`).join(", ")}}`;
}
