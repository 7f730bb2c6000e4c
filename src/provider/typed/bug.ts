/** A mistake of the caller's, which must not be mistaken for an error of the hook that it would have called. */
export class Bug extends Error {
  constructor(what: string) {
    super(`This is a bug in Coconut: ${what}`);
    this.name = "Bug";
  }
}

/** Hooks and schemas may throw anything, also what cannot be looked at. */
export function isBug(thrown: unknown): boolean {
  try {
    return thrown instanceof Bug;
  } catch {
    return false;
  }
}
