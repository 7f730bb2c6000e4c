/** HTTP/2 frames, written and read by hand. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

export const frameType = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7, windowUpdate: 8 };
export const endStream = 1;
const endHeaders = 4;

export const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

export function frame(type: number, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** Headers as literals without compression. */
export function headers(streamId: number, values: Record<string, string>, flags = 0): Buffer {
  const literals = Object.entries(values).flatMap(([name, value]) => [
    Buffer.of(0),
    literal(name),
    literal(value),
  ]);
  return frame(frameType.headers, flags | endHeaders, streamId, Buffer.concat(literals));
}

export function data(streamId: number, payload: Uint8Array, flags = 0): Buffer {
  return frame(frameType.data, flags, streamId, payload);
}

export function reset(streamId: number, errorCode: number): Buffer {
  return frame(frameType.reset, 0, streamId, numbers(errorCode));
}

export function settings(values: Record<number, number> = {}): Buffer {
  const pairs = Object.entries(values).map(([id, value]) => {
    const pair = Buffer.alloc(6);
    pair.writeUInt16BE(Number(id), 0);
    pair.writeUInt32BE(value, 2);
    return pair;
  });
  return frame(frameType.settings, 0, 0, Buffer.concat(pairs));
}

export function goaway(lastStreamId: number, errorCode: number, text = ""): Buffer {
  const payload = Buffer.concat([numbers(lastStreamId, errorCode), Buffer.from(text)]);
  return frame(frameType.goaway, 0, 0, payload);
}

export function windowUpdate(streamId: number, bytes: number): Buffer {
  return frame(frameType.windowUpdate, 0, streamId, numbers(bytes));
}

/** Reads the first frame of some bytes; undefined if it is not complete. */
export function readFrame(bytes: Buffer): { frame: Frame; length: number } | undefined {
  if (bytes.length < 9) return undefined;
  const length = 9 + bytes.readUIntBE(0, 3);
  if (bytes.length < length) return undefined;
  const [type, flags, streamId] = [bytes.readUInt8(3), bytes.readUInt8(4), bytes.readUInt32BE(5)];
  return { frame: { type, flags, streamId, payload: bytes.subarray(9, length) }, length };
}

function numbers(...values: number[]): Buffer {
  const written = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) written.writeUInt32BE(value, 4 * index);
  return written;
}

/** A text of at most 126 bytes. */
function literal(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, "latin1")]);
}
