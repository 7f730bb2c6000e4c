import * as v from "valibot";
import {
  fileDigest,
  isFiles,
  observeFiles,
  removeFolder,
  updateFolder,
  wantedFiles,
  writeFiles,
  type Files,
} from "./folder/index.js";
import { local } from "./local.js";
import { normalPath, pathFault } from "./local-path.js";
import { modeBits, modeField, printMode } from "./mode.js";
import {
  claimPath,
  fileKind,
  kinds,
  named,
  newFolder,
  putInPlace,
  statusOf,
  takenOver,
  type LocalDisk,
} from "./disk/index.js";
import { archiveField } from "./source.js";

const type = "local:index:Directory";

/**
 * A folder, optionally with the files of an archive. Coconut keeps these files equal to the archive and deletes files
 * that leave it. It never touches other files in the folder, and does not delete the folder while there are any.
 *
 * ```ts
 * const site = new Directory("site", { path: "out/site", source: new coconut.asset.FileArchive("pages") });
 * new File("robots", { path: coconut.interpolate`${site.path}/robots.txt`, content: "User-agent: *\n" });
 * ```
 */
export const Directory = local.resource("index:Directory", {
  inputs: {
    /** The path, absolute or relative to the provider's `root`. A change replaces the folder. */
    path: v.string(),
    /** The permissions of the folder: `0o755`, or the same digits as a string, `"0755"`. Default: `0755`. */
    mode: modeField("0755"),
    /** An archive whose files are written into the folder. */
    source: archiveField,
    /** Whether to adopt an existing folder and replace files in it. Default: false. */
    overwrite: v.optional(v.boolean(), false),
    /** Whether to delete the folder with all files in it, including those of others. Default: false. */
    purge: v.optional(v.boolean(), false),
  },
  outputs: {
    /** The SHA-256 of each file from the archive, by name. */
    files: v.custom<Files>(isFiles),
    /** One SHA-256 over all files. */
    sha256: v.string(),
    mode: v.string(),
    /** Not `folder` if the folder was replaced by something else. */
    kind: v.picklist(kinds),
  },
  replaceOn: ["path"],
  echoes: ["files", "sha256"],
  equivalent: {
    path: (prior, current) => normalPath(prior) === normalPath(current),
    // They only affect how the folder is created and deleted.
    overwrite: () => true,
    purge: () => true,
  },
  async validate({ client, inputs }) {
    const fault = pathFault(inputs.path, "folder") ?? stands(client, inputs.path);
    return fault === undefined ? [] : { field: "path", message: fault };
  },
  create({ client, inputs, idempotencyKey: key, signal, assets }) {
    const path = client.at(inputs.path);
    return client.alone(path, async () => {
      const files = await wantedFiles(client, inputs.source, assets);
      const made = await client.madeAt(path);
      const isOwn = made?.key === key;
      if (!isOwn) await claimPath(client, claimOf(inputs));
      const [id, mode] = [normalPath(inputs.path), modeBits(inputs.mode)];
      if ((await statusOf(path)) === undefined) {
        const make = newFolder(mode, (beside) => writeFiles(beside, files, signal));
        const remember = { files: [...files.keys()] };
        await putInPlace(client, make, { path, key, remember, replacing: false });
      } else {
        const own = new Set(isOwn ? made.files : []);
        const { overwrite } = inputs;
        await updateFolder(client, { path, id, mode, files, own, overwrite, key }, signal);
      }
      return { id, outputs: outputsOf(files, mode) };
    });
  },
  async read({ client, id, prior, signal }) {
    return observeFolder(client.at(id), Object.keys(prior.outputs.files ?? {}), signal);
  },
  update({ client, id, inputs, prior, idempotencyKey: key, signal, assets }) {
    const path = client.at(id);
    return client.alone(path, async () => {
      const files = await wantedFiles(client, inputs.source, assets);
      const own = await ownFiles(client, path, prior.outputs);
      const mode = modeBits(inputs.mode);
      const { overwrite } = inputs;
      await updateFolder(client, { path, id, mode, files, own, overwrite, key }, signal);
      return outputsOf(files, mode);
    });
  },
  delete({ client, id, prior, log }) {
    const path = client.at(id);
    return client.alone(path, async () => {
      const fault = stands(client, id);
      if (fault !== undefined) throw new Error(fault);
      if (client.isTakenOver(path)) return log.warn(takenOver(id));
      const status = await statusOf(path);
      if (status?.isDirectory()) {
        const own = await ownFiles(client, path, prior.outputs);
        await removeFolder(path, { id, own, purge: prior.inputs.purge });
      } else if (status !== undefined) {
        log.warn(`${id} is now ${named[fileKind(status)]} instead of a folder. It was not deleted.`);
      }
      await client.settled(path);
    });
  },
  async lookup({ client, id, signal }) {
    const fault = pathFault(id, "folder") ?? stands(client, id);
    if (fault !== undefined) throw new Error(`Invalid path of a folder. ${fault}`);
    const outputs = await observeFolder(client.at(id), [], signal);
    if (outputs === null) return null;
    if (outputs.kind !== "folder") throw new Error(`${id} is ${named[outputs.kind]}, not a folder.`);
    return { id: normalPath(id), inputs: { path: normalPath(id), mode: outputs.mode }, outputs };
  },
  lateWithinMs: 0,
  async find({ client, idempotencyKey, inputs, signal }) {
    const path = client.at(inputs.path);
    const made = await client.madeAt(path);
    if (made?.key !== idempotencyKey) return [];
    const outputs = await observeFolder(path, made.files ?? [], signal);
    return outputs === null ? [] : [{ id: normalPath(inputs.path), outputs }];
  },
  modifyPlan({ change, unknown }) {
    if (change("source") === "same") return;
    unknown("files");
    unknown("sha256");
  },
});
export type Directory = InstanceType<typeof Directory>;

function claimOf({ path, overwrite }: { readonly path: string; readonly overwrite: boolean }) {
  return { path, overwrite, kind: "folder", type } as const;
}

/** Refuses the project folder, the root, and the folders above them: they must never be deleted. */
function stands(disk: LocalDisk, path: string): string | undefined {
  if (!disk.isInside(disk.at(path))) return undefined;
  return `${JSON.stringify(path)} is or contains the project folder or the root of the provider. Choose a folder inside it.`;
}

/** Returns the recorded files, and those that an interrupted run was about to write. */
async function ownFiles(
  disk: LocalDisk,
  path: string,
  { files }: { readonly files: Files },
): Promise<ReadonlySet<string>> {
  const made = await disk.madeAt(path);
  return new Set([...Object.keys(files ?? {}), ...(made?.files ?? [])]);
}

function outputsOf(wanted: ReadonlyMap<string, { readonly sha256: string }>, mode: number) {
  const files = Object.fromEntries([...wanted].map(([name, { sha256 }]) => [name, sha256]));
  return { files, sha256: fileDigest(files), mode: printMode(mode), kind: "folder" as const };
}

async function observeFolder(path: string, names: readonly string[], signal: AbortSignal) {
  signal.throwIfAborted();
  const status = await statusOf(path);
  if (status === undefined) return null;
  const kind = fileKind(status);
  const files = kind === "folder" ? await observeFiles(path, names, signal) : {};
  return { files, sha256: fileDigest(files), mode: printMode(status.mode), kind };
}
