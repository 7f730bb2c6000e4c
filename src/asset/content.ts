/** Bytes that can be read whole or in pieces, as often as wanted. */
export interface Content {
  readonly size: number;
  /** True if the bytes are in memory already, false if they are read when asked for. */
  readonly held: boolean;
  read(): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export function contentOfBytes(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    held: true,
    read: () => Promise.resolve(bytes),
    async *chunks() {
      yield bytes;
    },
  };
}

export async function collect(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size);
  let offset = 0;
  for await (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
