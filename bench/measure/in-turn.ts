/** Measures several cases alternately, so a slow machine affects all of them equally. */
export function measureInTurn<Name extends string>(
  cases: Readonly<Record<Name, (run: number) => number>>,
  runs: number,
): Record<Name, Times> {
  const names = Object.keys(cases) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let run = 0; run < runs; run++) for (const name of names) times[name].push(cases[name](run));
  return Object.fromEntries(names.map((name) => [name, timesOf(times[name])])) as Record<Name, Times>;
}

/** The times of several runs. On a shared machine, the best run is the most meaningful. */
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
