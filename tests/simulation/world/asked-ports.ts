import type { FilePorts } from "../../../src/project/index.js";
import type { RawBatch, RawHead, RawStack, RawStore } from "../../../src/store/internal.js";
import type { Cloud } from "../../../src/testing/cloud/index.js";
import type { Wait } from "./faults.js";

/** Does what a process asks for, or not: what it waits for, and the work of whoever is asked. */
export type Ask = <T>(wait: Wait, work: () => Promise<T>) => Promise<T>;

/** `changing` does what changes the cloud; `id` names what it changes, if that is there. */
export function askedCloud(
  cloud: Cloud,
  ask: Ask,
  changing: <T>(id: string | undefined, change: () => Promise<T>) => Promise<T>,
): Cloud {
  const asked =
    <Request extends { readonly kind: string }, Answer>(
      action: keyof Cloud,
      carryOut: (request: Request) => Promise<Answer>,
    ) =>
    (request: Request): Promise<Answer> => {
      const { name, id } = request as { readonly name?: string; readonly id?: string };
      const isWrite = action !== "read" && action !== "find";
      return ask(
        {
          for: "cloud",
          isWrite,
          what: [action, request.kind, name ?? id ?? ""].join(" ").trim(),
          isRepeatable: !["rule", "key"].includes(request.kind) || action !== "create",
          isFound: request.kind !== "rule" && action === "create",
        },
        () => (isWrite ? changing(id, () => carryOut(request)) : carryOut(request)),
      );
    };
  return {
    create: asked("create", (request) => cloud.create(request)),
    finish: asked("finish", (request) => cloud.finish(request)),
    update: asked("update", (request) => cloud.update(request)),
    delete: asked("delete", (request) => cloud.delete(request)),
    read: asked("read", (request) => cloud.read(request)),
    find: asked("find", (request) => cloud.find(request)),
  };
}

/** `appended` is told what the store made of each batch. */
export function askedStore(
  store: RawStore,
  ask: Ask,
  appended: (batch: RawBatch, head: RawHead) => Promise<void>,
): RawStore {
  const read = (what: string): Wait => ({ for: "store", isWrite: false, what, isRepeatable: true });
  const append = async (stack: RawStack, batch: RawBatch) => {
    const head = await stack.append(batch);
    await appended(batch, head);
    return head;
  };
  const asked = (stack: RawStack): RawStack => ({
    read: (begin) => ask(read("read"), () => stack.read(begin)),
    head: () => ask(read("head"), () => stack.head()),
    append: (batch) => ask(appending(batch), () => append(stack, batch)),
    journal: (after) => ask(read("journal"), () => stack.journal(after)),
    lastBefore: (epoch) => ask(read("last before"), () => stack.lastBefore(epoch)),
    runs: () => ask(read("runs"), () => stack.runs()),
    settle: (options) => ask(read("settle"), () => stack.settle(options)),
    close: () => stack.close(),
  });
  return {
    list: (project) => store.list(project),
    exists: (stack) => store.exists(stack),
    where: (stack) => store.where(stack),
    open: async (stack) => {
      const found = await ask(read("open"), () => store.open(stack));
      return found && asked(found);
    },
    create: async (head) => asked(await store.create(head)),
    restore: (copy) => store.restore(copy),
    remove: (stack) => store.remove(stack),
  };
}

export function askedFiles(files: FilePorts, ask: Ask): FilePorts {
  const wait = (action: keyof FilePorts): Wait => ({
    for: "moves",
    isWrite: action === "write",
    what: `${action} moves`,
    isRepeatable: true,
  });
  return {
    read: (path) => ask(wait("read"), () => files.read(path)),
    write: (path, text) => ask(wait("write"), () => files.write(path, text)),
    lock: (path) => ask(wait("lock"), () => files.lock(path)),
  };
}

function appending({ records }: RawBatch): Wait {
  const kinds = records.map(({ kind }) => kind).join(" ");
  return { for: "store", isWrite: true, what: `append ${kinds}`, isRepeatable: true };
}
