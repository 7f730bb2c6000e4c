/**
 * Redirects whole lines that are written to these streams to `take`, until the returned function is called. Otherwise the
 * progress display would overwrite what the program prints.
 */
export function divertWrites(
  streams: readonly NodeJS.WriteStream[],
  take: (text: string) => void,
): () => void {
  const restores = streams.map((stream) => {
    const own = Object.getOwnPropertyDescriptor(stream, "write");
    let begun = "";
    const divert = (chunk: Uint8Array | string, ...rest: readonly unknown[]): boolean => {
      const [encoding] = rest;
      const text =
        typeof chunk === "string" && encoding !== "hex" && encoding !== "base64"
          ? chunk
          : Buffer.from(chunk as string, encoding as BufferEncoding).toString("utf8");
      const end = text.lastIndexOf("\n") + 1;
      if (end > 0) take(begun + text.slice(0, end));
      begun = end > 0 ? text.slice(end) : begun + text;
      const written = rest.find((each) => typeof each === "function");
      if (written !== undefined) process.nextTick(written);
      return true;
    };
    stream.write = divert;
    return () => {
      if (own === undefined) delete (stream as { write?: unknown }).write;
      else Object.defineProperty(stream, "write", own);
      if (begun !== "") take(`${begun}\n`);
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
}
