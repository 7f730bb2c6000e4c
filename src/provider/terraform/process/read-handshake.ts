import { LineReader } from "../../../std/line-reader.js";
import type { Child } from "../../child/index.js";
import { HandshakeFault, parseHandshake, type Handshake } from "./handshake.js";

/**
 * Returns the handshake of a provider. Keeps reading its stdout afterwards, and ignores it, so that a provider that writes there
 * does not block.
 */
export function readHandshake({ stdout }: Child): Promise<Handshake> {
  return new Promise((resolve, reject) => {
    let isRead = false;
    const end = (settle: () => void) => {
      if (!isRead) settle();
      isRead = true;
    };
    const reader = new LineReader({
      longest: longestLine,
      onLine: (line) => end(() => (line === undefined ? undefined : resolve(parsed(line)))),
      onLong: () => end(() => reject(tooLong)),
    });
    const parsed = async (line: string) => parseHandshake(line);
    stdout?.on("data", (chunk: Buffer) => {
      if (!isRead) reader.take(chunk);
    });
  });
}

const longestLine = 16 * 1024;
const tooLong = new HandshakeFault(
  "other-program",
  `its first line on stdout has more than ${longestLine} characters, so it is not a handshake`,
);
