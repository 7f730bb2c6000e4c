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
