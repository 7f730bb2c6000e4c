/** Where a face writes. */
export interface OutputStream {
  /** Resolves when it has been handed over, or when nobody reads any more. */
  write(text: string): Promise<void>;
}

/** One of the process's streams, as it was before anyone else was kept from writing to it. */
export function outputTo(stream: NodeJS.WriteStream): OutputStream {
  const write = stream.write.bind(stream);
  return { write: (text) => new Promise((resolve) => void write(text, () => resolve())) };
}

/**
 * What the program and its packages print goes to standard error from now on: standard output is for one reader, who
 * expects nothing but JSON.
 */
export function keepToOurselves(stream: NodeJS.WriteStream, others: NodeJS.WriteStream): OutputStream {
  const own = outputTo(stream);
  stream.write = others.write.bind(others);
  return own;
}

/** What a face that no person looks at has no use for. */
export const nonInteractive = {
  hideInSource: () => {},
  endWait: () => {},
  canAsk: false,
  ask: async () => undefined,
  askSecret: async () => undefined,
};
