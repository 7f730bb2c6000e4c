import { isCtyArray, isCtyObject, type CtyObject, type CtyValue } from "../cty/index.js";
import { placeOf, type ObjectPlace } from "./place.js";
import type { Block } from "./schema.js";

/** Timeouts in milliseconds, under the names of the operations that providers know. */
export interface OperationTimeouts {
  readonly create?: number | undefined;
  readonly read?: number | undefined;
  readonly update?: number | undefined;
  readonly delete?: number | undefined;
}

/**
 * Returns the configuration with these timeouts in its member `timeouts`, as texts that Go reads as durations. Timeouts that the
 * program gave itself are kept, and operations for which the schema has no timeout are left out. Returns the same configuration
 * if nothing changes.
 */
export function withTimeouts(block: Block, config: CtyObject, timeouts: OperationTimeouts): CtyObject {
  const member = placeOf(block).members.get("timeouts");
  const given = config.get("timeouts") ?? null;
  if (member?.place.kind === "object") {
    const filled = fill(member.place, given, timeouts);
    return filled === given ? config : new Map([...config, ["timeouts", filled]]);
  }
  if (member?.block === undefined || member.place.kind !== "list" || member.place.element.kind !== "object")
    return config;
  const before = isCtyArray(given) ? (given[0] ?? null) : undefined;
  if (before === undefined) return config;
  const filled = fill(member.place.element, before, timeouts);
  return filled === before ? config : new Map([...config, ["timeouts", [filled]]]);
}

/** Returns the same value if nothing is missing. */
function fill(place: ObjectPlace, given: CtyValue, timeouts: OperationTimeouts): CtyValue {
  if (given !== null && !isCtyObject(given)) return given;
  const texts = Object.entries(timeouts).flatMap(([name, milliseconds]: [string, number | undefined]) => {
    const isMissing = place.members.get(name)?.place.kind === "string" && (given?.get(name) ?? null) === null;
    return isMissing && milliseconds !== undefined ? [[name, goDuration(milliseconds)] as const] : [];
  });
  return texts.length === 0 ? given : new Map([...(given ?? place.empty), ...texts]);
}

function goDuration(milliseconds: number): string {
  const whole = Math.ceil(milliseconds);
  if (whole % 60_000 === 0) return `${whole / 60_000}m`;
  return whole % 1000 === 0 ? `${whole / 1000}s` : `${whole}ms`;
}
