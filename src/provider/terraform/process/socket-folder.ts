import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithUs } from "../../child/index.js";

/** A new folder that only this user can access, for the socket and the temporary files of one provider. */
export interface SocketFolder {
  readonly path: string;
  /** May be called any number of times. Also done when this process exits. */
  remove(): void;
}

export function makeSocketFolder(): SocketFolder {
  const path = mkdtempSync(join(shortEnough(tmpdir()), "coco-"));
  const removeFolder = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  const release = endWithUs(removeFolder);
  return {
    path,
    remove() {
      release();
      removeFolder();
    },
  };
}

/** The path of a socket has at most 103 bytes, of which `/coco-XXXXXX/plugin1234567890` are the last. */
function shortEnough(folder: string): string {
  const isShort = Buffer.byteLength(folder) <= 70 || process.platform === "win32";
  return isShort ? folder : "/tmp";
}
