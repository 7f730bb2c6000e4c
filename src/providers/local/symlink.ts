import { readlink } from "node:fs/promises";
import * as v from "valibot";
import { local } from "./local.js";
import { normalPath, pathFault, textFault } from "./local-path.js";
import {
  claimPath,
  fileKind,
  kinds,
  named,
  newLink,
  osFault,
  putInPlace,
  removeObject,
  statusOf,
} from "./disk/index.js";

const type = "local:index:Symlink";

/**
 * A symbolic link. Its target need not exist. Coconut restores the link if its target was changed or a file has
 * replaced it.
 *
 * ```ts
 * const release = new Directory("release", { path: "releases/7", source: new coconut.asset.FileArchive("site") });
 * new Symlink("current", { path: "releases/current", target: release.path.apply((path) => basename(path)) });
 * ```
 */
export const Symlink = local.resource("index:Symlink", {
  inputs: {
    /** The path, absolute or relative to the provider's `root`. A change replaces the link. */
    path: v.string(),
    /** The target, written as given. A relative target is relative to the folder of the link. */
    target: v.string(),
    /** Whether create may replace an existing file or link. Default: false. */
    overwrite: v.optional(v.boolean(), false),
  },
  outputs: {
    /** Empty if the object is no longer a link. */
    target: v.string(),
    /** Not `link` if the link was replaced by something else. */
    kind: v.picklist(kinds),
  },
  replaceOn: ["path"],
  equivalent: {
    path: (prior, current) => normalPath(prior) === normalPath(current),
    // It only affects how the link is created.
    overwrite: () => true,
  },
  async validate({ inputs }) {
    return [
      { field: "path" as const, message: pathFault(inputs.path, "link") },
      { field: "target" as const, message: textFault(inputs.target) },
    ].flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]));
  },
  create({ client, inputs, idempotencyKey: key }) {
    const path = client.at(inputs.path);
    return client.alone(path, async () => {
      const made = { id: normalPath(inputs.path), outputs: linkTo(inputs.target) };
      const isOwn = (await client.madeAt(path))?.key === key;
      if (isOwn && (await observeLink(path))?.target === inputs.target) return made;
      if (!isOwn) await claimPath(client, claimOf(inputs));
      await putInPlace(client, newLink(inputs.target), { path, key, remember: {}, replacing: true });
      return made;
    });
  },
  read: ({ client, id }) => observeLink(client.at(id)),
  update({ client, id, inputs, idempotencyKey: key }) {
    const path = client.at(id);
    return client.alone(path, async () => {
      const found = await observeLink(path);
      if (found?.kind === "folder") throw inTheWay("folder", id);
      if (found?.kind !== "link" || found.target !== inputs.target)
        await putInPlace(client, newLink(inputs.target), { path, key, replacing: true });
      await client.settled(path);
      return linkTo(inputs.target);
    });
  },
  delete: ({ client, id, log }) => removeObject(client, id, "link", log.warn),
  async lookup({ client, id }) {
    const fault = pathFault(id, "link");
    if (fault !== undefined) throw new Error(`Invalid path of a link. ${fault}`);
    const outputs = await observeLink(client.at(id));
    if (outputs === null) return null;
    if (outputs.kind !== "link") throw inTheWay(outputs.kind, id);
    return { id: normalPath(id), inputs: { path: normalPath(id), target: outputs.target }, outputs };
  },
  lateWithinMs: 0,
  async find({ client, idempotencyKey, inputs }) {
    const path = client.at(inputs.path);
    if ((await client.madeAt(path))?.key !== idempotencyKey) return [];
    const outputs = await observeLink(path);
    return outputs === null ? [] : [{ id: normalPath(inputs.path), outputs }];
  },
});
export type Symlink = InstanceType<typeof Symlink>;

function claimOf({ path, overwrite }: { readonly path: string; readonly overwrite: boolean }) {
  return { path, overwrite, kind: "link", type } as const;
}

function linkTo(target: string) {
  return { target, kind: "link" as const };
}

/** Observes the link itself. Its target may be missing or part of a loop. */
async function observeLink(path: string) {
  const status = await statusOf(path);
  if (status === undefined) return null;
  const kind = fileKind(status);
  if (kind !== "link") return { target: "", kind };
  const target = await readlink(path).catch((error: unknown) => {
    throw osFault(error, "Reading the link", path);
  });
  return { target, kind };
}

function inTheWay(kind: "file" | "folder" | "other", id: string): Error {
  return new Error(`${id} is ${named[kind]}, not a link. Move it, or choose another path.`);
}
