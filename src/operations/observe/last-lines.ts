/**
 * Of what is there already the last so many, and then everything that comes. What is there ends with the first line
 * that is no history, or when no line has come for a while.
 */
export async function* lastLines<Line>(
  lines: AsyncIterable<Line>,
  count: number,
  isHistory: (line: Line) => boolean,
  quietMs: number,
): AsyncGenerator<Line, void, void> {
  const iterator = lines[Symbol.asyncIterator]();
  const kept: Line[] = [];
  try {
    let next = iterator.next();
    for (;;) {
      const found = await within(next, quietMs);
      if (found === undefined || found.done || !isHistory(found.value)) break;
      kept.push(found.value);
      if (kept.length > count) kept.shift();
      next = iterator.next();
    }
    yield* kept;
    for (let found = await next; !found.done; found = await iterator.next()) yield found.value;
  } finally {
    // While it waits for a line it does not answer.
    void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

async function within<T>(promise: Promise<T>, quietMs: number): Promise<T | undefined> {
  if (quietMs === Infinity) return promise;
  let timeout: NodeJS.Timeout | undefined;
  const quiet = new Promise<undefined>((resolve) => {
    timeout = setTimeout(() => resolve(undefined), quietMs);
  });
  try {
    return await Promise.race([promise, quiet]);
  } finally {
    clearTimeout(timeout);
  }
}
