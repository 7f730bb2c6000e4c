import { readdirSync, readFileSync } from "node:fs";

export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** A process and all that descends from it, as everybody on the machine can list them. */
export function processTree(root: number): readonly ListedProcess[] {
  const all = readdirSync("/proc").flatMap((name): ListedProcess[] => {
    const stat = /^\d+$/.test(name) ? bytesOf(`/proc/${name}/stat`).toString() : "";
    const found = /^(\d+) \((.*)\) \S (\d+)/s.exec(stat);
    return found === null ? [] : [{ pid: Number(found[1]), name: found[2]!, parent: Number(found[3]) }];
  });
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

export function argumentsOf({ pid }: ListedProcess): Buffer {
  return bytesOf(`/proc/${pid}/cmdline`);
}

export function environmentOf({ pid }: ListedProcess): Buffer {
  return bytesOf(`/proc/${pid}/environ`);
}

/** Nothing of one that has ended meanwhile. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
