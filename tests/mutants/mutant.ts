/** A deliberate mistake of one line in the engine. Some test must turn red by it: a scenario, or what `tests/seeded-bugs` says. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** The source with the mistake in it. */
export function mutate(source: string, { name, find, replace }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(`Mutant ${name}: what it replaces occurs ${parts.length - 1} times.`);
  return parts.join(replace);
}
