import type { SourcePosition } from "../../model/index.js";

/** Where a `new` stands in a program that was compiled by the loader. */
export interface Site {
  readonly position: SourcePosition;
  readonly scope: SiteScope;
}

/** What the loader knows of a `new` when it compiles the program: the parts of a name. */
export interface SiteScope {
  /** `<package>:<path from its root, no extension>`. */
  readonly module: string;
  /** The innermost class around it. */
  readonly class?: string;
  /** The variable, property or field that receives what is made. */
  readonly binding?: string;
}

interface Announcement {
  readonly target: object;
  readonly site: Site;
}

// On globalThis: the program and what it imports may have loaded two copies of this package.
const shared = globalThis as { [announcements]?: Announcement[] };
const announcements = Symbol.for("coconut.announcedSites");
const pending = (shared[announcements] ??= []);

/** Says where the `new target(…)` stands that runs next, with nothing in between. */
export function announceSite(target: object, site: Site): void {
  pending.push({ target, site });
}

/**
 * The site announced last for this very class. Construction is synchronous and nested, so what was announced
 * after it and not taken belongs to constructors that failed.
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

/** For compiled programs: gives a class that extends `Resource` directly its type, `<package>:<module>:<Class>`. */
export function declareType(target: object, type: string): void {
  Object.defineProperty(target, typeKey, { value: type });
}

/** A subclass does not have its parent's type. */
export function declaredType(target: object): string | undefined {
  return Object.hasOwn(target, typeKey) ? (target as { [typeKey]?: string })[typeKey] : undefined;
}
