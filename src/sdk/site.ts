import type { SourcePosition } from "../model/index.js";

interface Site {
  readonly target: object;
  readonly position: SourcePosition;
}

let announced: Site | undefined;

/**
 * For compiled programs: says where the `new target(…)` stands that runs next. The program loader puts this
 * call behind the last argument, so that nothing can run between it and the constructor. Returns that argument.
 */
export function announceSite<T>(target: object, position: SourcePosition, lastArgument: T): T {
  announced = { target, position };
  return lastArgument;
}

/** The site announced for this very class, at most once. */
export function takeSite(target: object): Site | undefined {
  const site = announced;
  announced = undefined;
  return site?.target === target ? site : undefined;
}

const typeKey = Symbol.for("coconut.type");

/** For compiled programs: gives a class that extends `Resource` directly its type, `<package>:<module>:<Class>`. */
export function declareType(target: object, type: string): void {
  Object.defineProperty(target, typeKey, { value: type });
}

/** A subclass does not have its parent's type. */
export function declaredType(target: object): string | undefined {
  return Object.hasOwn(target, typeKey) ? (target as { [typeKey]?: string })[typeKey] : undefined;
}
