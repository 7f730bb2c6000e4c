import type { SourcePosition } from "../../model/index.js";

/** The position of a `new` in a program that the loader compiled. */
export interface Site {
  readonly position: SourcePosition;
  readonly scope: SiteScope;
}

/** The parts of a name that the loader derives from a `new` when it compiles the program. */
export interface SiteScope {
  /** `<package>:<path from its root, no extension>`. */
  readonly module: string;
  /** The innermost class around the `new`. */
  readonly class?: string;
  /** The variable, property or field that the new object is assigned to. */
  readonly binding?: string;
}

interface Announcement {
  readonly target: object;
  readonly site: Site;
}

// On globalThis because the program and its imports may have loaded two copies of this package.
const shared = globalThis as { [announcements]?: Announcement[] };
const announcements = Symbol.for("coconut.announcedSites");
const pending = (shared[announcements] ??= []);

/** Announces the site of the `new target(…)` that runs next. Nothing may run in between. */
export function announceSite(target: object, site: Site): void {
  pending.push({ target, site });
}

/**
 * Takes the site that was last announced for exactly this class. Construction is synchronous and nested, so later
 * announcements that were not taken belong to constructors that failed.
 */
export function takeSite(target: object): Site | undefined {
  for (let index = pending.length - 1; index >= 0; index--) {
    const { target: announced, site } = pending[index]!;
    if (announced !== target) continue;
    pending.length = index;
    return site;
  }
  return undefined;
}

const typeKey = Symbol.for("coconut.type");

/** Used by compiled programs: gives a class that extends `Resource` directly its type, `<package>:<module>:<Class>`. */
export function declareType(target: object, type: string): void {
  Object.defineProperty(target, typeKey, { value: type });
}

/** Returns the type declared for exactly this class. A subclass does not inherit the type of its parent. */
export function declaredType(target: object): string | undefined {
  return Object.hasOwn(target, typeKey) ? (target as { [typeKey]?: string })[typeKey] : undefined;
}
