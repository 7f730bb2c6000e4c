/** A bug of the caller, which must not be mistaken for an error of a hook. */
export class Bug extends Error {
  constructor(what: string) {
    super(`This is a bug in Coconut: ${what}`);
    this.name = "Bug";
  }
}

/** True for a `Bug`. Hooks and schemas may throw anything, even values that cannot be inspected. */
export function isBug(thrown: unknown): boolean {
  try {
    return thrown instanceof Bug;
  } catch {
    return false;
  }
}
