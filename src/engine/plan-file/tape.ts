import type { AtOnce } from "../../std/index.js";
import { packageKey, type PackageRecord, type ValueObject } from "../../model/index.js";
import { digestOf } from "./canonical-text.js";

/** What stands between planning and providers: it writes answers down, or gives those that were written down. */
export interface Tape {
  /** A package is used. */
  loaded(record: PackageRecord): void;
  ask<Answer>(question: TapedQuestion, live: () => AtOnce<Answer>): Promise<Answer>;
  /** The same for what providers answer at once. */
  askNow<Answer>(question: TapedQuestion, live: () => Answer): Answer;
  /** A provider counts as configured; `open` makes it so if it is not yet. */
  configured(open: () => Promise<void>): void;
}

/** Something that planning wants to know of a package, with all that the answer may depend on. */
export interface TapedQuestion {
  readonly package: PackageRecord;
  /** Absent for what a package answers without being configured. */
  readonly config?: ValueObject;
  readonly kind: string;
  readonly urn: string | undefined;
  readonly request: unknown;
}

/** The same for the same question, in every process. */
export function questionKey({ package: record, config, kind, urn, request }: TapedQuestion): string {
  return digestOf([packageKey(record), config ?? null, kind, urn ?? null, asData(request)]);
}

/** A request without the functions that it has, such as the seed of a plan. */
function asData(request: unknown): unknown {
  if (typeof request !== "object" || request === null) return request;
  const isFunction = Object.values(request).some((value) => typeof value === "function");
  if (!isFunction) return request;
  return Object.fromEntries(Object.entries(request).filter(([, value]) => typeof value !== "function"));
}
