/** The times of several pieces of work that are done in turn, so that what slows the machine slows all of them. */
export function measureInTurn<Name extends string>(
  cases: Readonly<Record<Name, (run: number) => number>>,
  runs: number,
): Record<Name, Times> {
  const names = Object.keys(cases) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let run = 0; run < runs; run++) for (const name of names) times[name].push(cases[name](run));
  return Object.fromEntries(names.map((name) => [name, timesOf(times[name])])) as Record<Name, Times>;
}

/** Of several runs: on a machine that others use too, the best one says most. */
export interface Times {
  readonly median: number;
  readonly best: number;
}

export function timesOf(all: readonly number[]): Times {
  return { median: median(all), best: Math.min(...all) };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
