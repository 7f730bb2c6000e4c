import type { AtOnce } from "../../std/index.js";
import { packageKey, type PackageRecord, type ValueObject } from "../../model/index.js";
import { digestOf } from "./canonical-text.js";

/** Sits between planning and providers: records answers, or replays recorded ones. */
export interface Tape {
  /** Called when a package is used. */
  loaded(record: PackageRecord): void;
  ask<Answer>(question: TapedQuestion, live: () => AtOnce<Answer>): Promise<Answer>;
  /** Like `ask`, for synchronous answers. */
  askNow<Answer>(question: TapedQuestion, live: () => Answer): Answer;
  /** Called when a provider counts as configured; `open` configures it if needed. */
  configured(open: () => Promise<void>): void;
}

/** A question to a package during planning, with everything that the answer may depend on. */
export interface TapedQuestion {
  readonly package: PackageRecord;
  /** Absent if the package answers without being configured. */
  readonly config?: ValueObject;
  readonly kind: string;
  readonly urn: string | undefined;
  readonly request: unknown;
}

/** Returns the key of a question: equal for equal questions, in every process. */
export function questionKey({ package: record, config, kind, urn, request }: TapedQuestion): string {
  return digestOf([packageKey(record), config ?? null, kind, urn ?? null, asData(request)]);
}

/** Returns a request without its functions, such as the seed of a plan. */
function asData(request: unknown): unknown {
  if (typeof request !== "object" || request === null) return request;
  const isFunction = Object.values(request).some((value) => typeof value === "function");
  if (!isFunction) return request;
  return Object.fromEntries(Object.entries(request).filter(([, value]) => typeof value !== "function"));
}
