/** Returns the heap size after garbage collection. Requires `--expose-gc`. */
export function heapBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc!();
  return process.memoryUsage().heapUsed;
}

/** Prints the results of a subject for the benchmark that runs it. */
export function printResult(result: Readonly<Record<string, number>>): void {
  console.log(JSON.stringify(result));
}
