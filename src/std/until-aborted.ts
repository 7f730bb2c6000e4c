/** Returns the result of some work, or undefined as soon as the signal is aborted. A late result is ignored. */
export function unlessAborted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    const ended =
      <Value>(settle: (value: Value) => void) =>
      (value: Value) => {
        signal.removeEventListener("abort", stop);
        settle(value);
      };
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    work.then(ended(resolve), ended(reject));
  });
}

/**
 * Yields the items of a source until the signal is aborted, then ends immediately, whether or not the source listens to
 * the signal. Late items and errors are ignored.
 */
export async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal.addEventListener("abort", stop);
  try {
    while (!signal.aborted) {
      const next = await Promise.race([iterator.next(), aborted]);
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    // A source that is waiting returns only later.
    const returned = Promise.resolve(iterator.return?.()).catch(() => {});
    if (!signal.aborted) await returned;
  }
}
