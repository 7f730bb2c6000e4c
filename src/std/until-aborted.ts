/** What work comes to, or nothing as soon as a signal is aborted: what becomes of it afterwards is nobody's. */
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
 * What comes from a source until a signal is aborted: then it ends at once, whether the source listens to the signal
 * or not, and whatever the source still says or throws is nobody's.
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
    // One that waits for something answers only when that has come.
    const returned = Promise.resolve(iterator.return?.()).catch(() => {});
    if (!signal.aborted) await returned;
  }
}
