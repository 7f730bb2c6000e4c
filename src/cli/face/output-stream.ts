/** Destination of the output. */
export interface OutputStream {
  /** Resolves when the text is written, or the reader has closed the stream. */
  write(text: string): Promise<void>;
}

/** Returns an output that writes to a stream of the process, even if its `write` is replaced later. */
export function outputTo(stream: NodeJS.WriteStream): OutputStream {
  const write = stream.write.bind(stream);
  return { write: (text) => new Promise((resolve) => void write(text, () => resolve())) };
}

/**
 * Redirects what the program and its packages print to standard error, so that standard output only has JSON. Returns
 * the output that still writes to `stream`.
 */
export function keepToOurselves(stream: NodeJS.WriteStream, others: NodeJS.WriteStream): OutputStream {
  const own = outputTo(stream);
  stream.write = others.write.bind(others);
  return own;
}

/** Members of an output that is not interactive. */
export const nonInteractive = {
  hideInSource: () => {},
  progress: () => () => {},
  endWait: () => {},
  canAsk: false,
  ask: async () => undefined,
  askSecret: async () => undefined,
};
