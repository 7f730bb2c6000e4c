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
 * A folder, and in it the files of an archive if one is given: they are kept as they are in the archive, and those
 * that leave it are removed. Other files may live in the folder. They are never touched, and while there are some
 * the folder is not removed.
 *
 * ```ts
 * const site = new Directory("site", { path: "out/site", source: new coconut.asset.FileArchive("pages") });
 * new File("robots", { path: coconut.interpolate`${site.path}/robots.txt`, content: "User-agent: *\n" });
 * ```
 */
export const Directory = local.resource("index:Directory", {
  inputs: {
    /** From the `root` of the provider, or absolute. Another path is another folder. */
    path: v.string(),
    /** `0o755`, or the same digits as text, `"0755"`. Of the folder itself. */
    mode: modeField("0755"),
    /** An archive whose files are laid out in the folder. */
    source: archiveField,
    /** Whether to take over a folder that is there already, and to replace files in it. */
    overwrite: v.optional(v.boolean(), false),
    /** Whether to remove the folder with everything in it, whoever made that. */
    purge: v.optional(v.boolean(), false),
  },
  outputs: {
    /** The SHA-256 of each file that was laid out, by its name. */
    files: v.custom<Files>(isFiles),
    /** One for all of them. */
    sha256: v.string(),
    mode: v.string(),
    /** Something else than `folder` if somebody has put that in its place. */
    kind: v.picklist(kinds),
  },
  replaceOn: ["path"],
  echoes: ["files", "sha256"],
  equivalent: {
    path: (prior, current) => normalPath(prior) === normalPath(current),
    // They say how the folder comes and goes, and nothing of the folder.
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
        log.warn(`There is ${named[fileKind(status)]} at ${id} now, where a folder was. It was left.`);
      }
      await client.settled(path);
    });
  },
  async lookup({ client, id, signal }) {
    const fault = pathFault(id, "folder") ?? stands(client, id);
    if (fault !== undefined) throw new Error(`This is not the path of a folder to manage. ${fault}`);
    const outputs = await observeFolder(client.at(id), [], signal);
    if (outputs === null) return null;
    if (outputs.kind !== "folder")
      throw new Error(`There is ${named[outputs.kind]} at ${id} instead of a folder.`);
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

/** A folder that everything else is in is nobody's to manage, and least of all to remove. */
function stands(disk: LocalDisk, path: string): string | undefined {
  if (!disk.isInside(disk.at(path))) return undefined;
  return `${JSON.stringify(path)} is the project folder or the root of the provider, or they are in it. Choose a folder inside.`;
}

/** What was laid out as far as it is recorded, and what a run that was cut off was about to. */
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
