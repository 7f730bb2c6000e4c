import { readFile as readBytes } from "node:fs/promises";
import * as v from "valibot";
import { local } from "./local.js";
import { pathFault } from "./local-path.js";
import { isMissing, osFault, refuseGuarded, sha256Of } from "./disk/index.js";
import { utf8Text } from "./utf8-text.js";

/**
 * Reads a file while the plan is made. Use the encoding `base64` for files that are not UTF-8 text.
 *
 * ```ts
 * const license = await coconut.invoke(readFile, { path: "LICENSE" });
 * const later = coconut.invokeOutput(readFile, { path: greeting.path });
 * ```
 */
export const readFile = local.function("index:readFile", {
  inputs: {
    /** The path, absolute or relative to the provider's `root`. */
    path: v.string(),
    encoding: v.optional(v.picklist(["utf8", "base64"]), "utf8"),
  },
  outputs: { content: v.string(), size: v.number(), sha256: v.string() },
  async invoke({ client, inputs: { path, encoding }, signal }) {
    const fault = pathFault(path, "file");
    if (fault !== undefined) throw new Error(`Invalid path of a file. ${fault}`);
    refuseGuarded(client.at(path));
    const bytes = await readBytes(client.at(path), { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isMissing(error)) throw new Error(`The file ${path} does not exist.`);
      throw osFault(error, "Reading", path);
    });
    const content = encoding === "base64" ? bytes.toString("base64") : utf8Text(bytes);
    if (content === undefined)
      throw new Error(`${path} is not UTF-8 text. Read it with \`encoding: "base64"\`.`);
    return { content, size: bytes.length, sha256: sha256Of(bytes) };
  },
});
