import { chmod, readFile } from "node:fs/promises";
import * as v from "valibot";
import type { AssetOptions } from "../../asset/index.js";
import { exactlyOneOf } from "../../provider/index.js";
import type { asset } from "../../sdk/index.js";
import { local } from "./local.js";
import { normalPath, pathFault } from "./local-path.js";
import { modeBits, modeField, printMode } from "./mode.js";
import {
  claimPath,
  fileKind,
  kinds,
  named,
  newFile,
  osFault,
  putInPlace,
  removeObject,
  sha256Of,
  sha256OfFile,
  statusOf,
  type LocalDisk,
  type PutOptions,
} from "./disk/index.js";
import { assetBytes, assetField } from "./source.js";
import { utf8Text } from "./utf8-text.js";

const type = "local:index:File";

/**
 * A file. Coconut writes it atomically, restores its content and mode if they drift, and does not overwrite a file that
 * it did not create unless `overwrite` is set.
 *
 * ```ts
 * const greeting = new File("greeting", { path: "out/hello.txt", content: "Hello\n" });
 * const logo = new File("logo", {
 *   path: "out/logo.png",
 *   source: new coconut.asset.FileAsset("images/logo.png"),
 *   mode: 0o444,
 * });
 * export const fingerprint = greeting.sha256;
 * ```
 */
export const File = local.resource("index:File", {
  inputs: {
    /** The path, absolute or relative to the provider's `root`. A change replaces the file. */
    path: v.string(),
    /** The text of the file. Set either this or `source`. */
    content: v.optional(v.string()),
    /** An asset whose bytes are the content. */
    source: assetField,
    /** The permissions: `0o644`, or the same digits as a string, `"0644"`. Default: `0644`. */
    mode: modeField("0644"),
    /** Whether create may replace an existing file or link. Default: false. */
    overwrite: v.optional(v.boolean(), false),
  },
  outputs: {
    /** The size in bytes. */
    size: v.number(),
    sha256: v.string(),
    mode: v.string(),
    /** Not `file` if the file was replaced by something else. */
    kind: v.picklist(kinds),
  },
  replaceOn: ["path"],
  constraints: [exactlyOneOf("content", "source")],
  echoes: ["size", "sha256"],
  equivalent: {
    path: (prior, current) => normalPath(prior) === normalPath(current),
    // It only affects how the file is created.
    overwrite: () => true,
  },
  async validate({ inputs }) {
    const fault = pathFault(inputs.path, "file");
    if (fault !== undefined) return { field: "path", message: fault };
    if (/\p{Surrogate}/u.test(inputs.content ?? ""))
      return {
        field: "content",
        message: "It contains an unpaired surrogate, which cannot be encoded as UTF-8.",
      };
    return [];
  },
  create({ client, inputs, idempotencyKey: key, signal, assets }) {
    const path = client.at(inputs.path);
    return client.alone(path, async () => {
      const wanted = await wantedFile(client, inputs, assets);
      const made = { id: normalPath(inputs.path), outputs: outputsOf(wanted) };
      const isOwn = (await client.madeAt(path))?.key === key;
      if (isOwn && (await isAsWanted(path, wanted, signal))) return made;
      if (!isOwn) await claimPath(client, claimOf(inputs));
      const replacing = isOwn || inputs.overwrite;
      await write(client, wanted, { path, key, remember: {}, replacing });
      return made;
    });
  },
  read: ({ client, id, signal }) => observeFile(client.at(id), signal),
  update({ client, id, inputs, idempotencyKey: key, signal, assets }) {
    const path = client.at(id);
    return client.alone(path, async () => {
      const wanted = await wantedFile(client, inputs, assets);
      const found = await observeFile(path, signal);
      if (found?.kind === "folder") throw inTheWay("folder", id);
      if (found?.kind !== "file" || found.sha256 !== sha256Of(wanted.bytes))
        await write(client, wanted, { path, key, replacing: true });
      else if (found.mode !== wanted.mode) await setMode(path, wanted.mode);
      await client.settled(path);
      return outputsOf(wanted);
    });
  },
  delete: ({ client, id, log }) => removeObject(client, id, "file", log.warn),
  async lookup({ client, id, signal }) {
    const fault = pathFault(id, "file");
    if (fault !== undefined) throw new Error(`Invalid path of a file. ${fault}`);
    const outputs = await observeFile(client.at(id), signal);
    if (outputs === null) return null;
    if (outputs.kind !== "file") throw inTheWay(outputs.kind, id);
    const content = outputs.size <= longestImported ? await textOf(client.at(id)) : undefined;
    const inputs = { path: normalPath(id), ...(content !== undefined && { content }), mode: outputs.mode };
    return { id: normalPath(id), inputs, outputs };
  },
  lateWithinMs: 0,
  async find({ client, idempotencyKey, inputs, signal }) {
    const path = client.at(inputs.path);
    if ((await client.madeAt(path))?.key !== idempotencyKey) return [];
    const outputs = await observeFile(path, signal);
    return outputs === null ? [] : [{ id: normalPath(inputs.path), outputs }];
  },
  modifyPlan({ change, unknown }) {
    if (change("content") === "same" && change("source") === "same") return;
    unknown("size");
    unknown("sha256");
  },
});
export type File = InstanceType<typeof File>;

interface FileInputs {
  readonly path: string;
  readonly content?: string;
  readonly source?: asset.Asset;
  readonly mode: string;
  readonly overwrite: boolean;
}

interface FileContent {
  readonly bytes: Uint8Array;
  readonly mode: string;
}

/** The maximum size of the `content` of an imported file. For larger or binary files, the program must set `source`. */
const longestImported = 2 ** 20;

function claimOf({ path, overwrite }: FileInputs) {
  return { path, overwrite, kind: "file", type } as const;
}

async function wantedFile(disk: LocalDisk, inputs: FileInputs, assets: AssetOptions): Promise<FileContent> {
  const { content = "", source, mode } = inputs;
  const bytes = source === undefined ? Buffer.from(content) : await assetBytes(disk, source, assets);
  return { bytes, mode };
}

function outputsOf({ bytes, mode }: FileContent) {
  return {
    size: bytes.length,
    sha256: sha256Of(bytes),
    mode,
    kind: "file" as const,
  };
}

/** Returns null if the path does not exist. For an object that is not a file, only `kind` and `mode` are meaningful. */
async function observeFile(path: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const status = await statusOf(path);
  if (status === undefined) return null;
  const kind = fileKind(status);
  const mode = printMode(status.mode);
  if (kind !== "file") return { size: 0, sha256: "", mode, kind };
  return { size: Number(status.size), sha256: await sha256OfFile(path, signal), mode, kind };
}

async function isAsWanted(path: string, wanted: FileContent, signal: AbortSignal): Promise<boolean> {
  const { sha256, mode } = outputsOf(wanted);
  const found = await observeFile(path, signal);
  return found?.sha256 === sha256 && found.mode === mode;
}

function write(disk: LocalDisk, { bytes, mode }: FileContent, options: PutOptions): Promise<void> {
  return putInPlace(disk, newFile(bytes, modeBits(mode)), options);
}

async function setMode(path: string, mode: string): Promise<void> {
  await chmod(path, modeBits(mode)).catch((error: unknown) => {
    throw osFault(error, "Setting the mode of", path);
  });
}

async function textOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw osFault(error, "Reading", path);
  });
  return utf8Text(bytes);
}

function inTheWay(kind: "folder" | "link" | "other", id: string): Error {
  return new Error(`${id} is ${named[kind]}, not a file. Move it, or choose another path.`);
}
