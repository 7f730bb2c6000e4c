import { readFile as readBytes } from "node:fs/promises";
import * as v from "valibot";
import { local } from "./local.js";
import { pathFault } from "./local-path.js";
import { isMissing, osFault, refuseGuarded, sha256Of } from "./disk/index.js";
import { utf8Text } from "./utf8-text.js";

/**
 * What is in a file, while a plan is made. Bytes that are no UTF-8 text can be had as base64.
 *
 * ```ts
 * const license = await coconut.invoke(readFile, { path: "LICENSE" });
 * const later = coconut.invokeOutput(readFile, { path: greeting.path });
 * ```
 */
export const readFile = local.function("index:readFile", {
  inputs: {
    /** From the `root` of the provider, or absolute. */
    path: v.string(),
    encoding: v.optional(v.picklist(["utf8", "base64"]), "utf8"),
  },
  outputs: { content: v.string(), size: v.number(), sha256: v.string() },
  async invoke({ client, inputs: { path, encoding }, signal }) {
    const fault = pathFault(path, "file");
    if (fault !== undefined) throw new Error(`This is not the path of a file. ${fault}`);
    refuseGuarded(client.at(path));
    const bytes = await readBytes(client.at(path), { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isMissing(error)) throw new Error(`There is no file at ${path}.`);
      throw osFault(error, "Reading", path);
    });
    const content = encoding === "base64" ? bytes.toString("base64") : utf8Text(bytes);
    if (content === undefined)
      throw new Error(`What is in ${path} is no UTF-8 text. Ask for it with \`encoding: "base64"\`.`);
    return { content, size: bytes.length, sha256: sha256Of(bytes) };
  },
});
