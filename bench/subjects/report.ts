/** What the heap holds when nothing is left to collect. Needs `--expose-gc`. */
export function heapBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

/** Hands the numbers that a subject measured to the benchmark that runs it. */
export function printResult(result: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify(result));
}
