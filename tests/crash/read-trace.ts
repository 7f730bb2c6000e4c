/** Reads a trace: which files hold what is not synced at each moment, and what happens although there are some. */
export function readTrace(lines: readonly string[], folder: string) {
  const unsynced = new Set<string>();
  const seen = { problems: [] as string[], syncs: 0, sent: 0, placed: [] as string[], emptied: 0 };
  for (const line of lines) {
    const [, call = "", rest = ""] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    const path = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? "";
    // The index of the log is made anew after a crash, and a lock ends with its process.
    const isKept = path.startsWith(folder) && !/-shm$|-lock(?:-|$)/.test(path);
    const complain = () => {
      if (unsynced.size > 0) seen.problems.push(`${[...unsynced].join(", ")} not synced: ${line}`);
    };
    if (call === "fsync" || call === "fdatasync") {
      unsynced.delete(path);
      seen.syncs++;
    } else if (call === "link") {
      complain();
      seen.placed.push(/, "([^"]*)"/.exec(rest)![1]!.slice(folder.length + 1));
    } else if (call === "ftruncate" && path.endsWith("dev.db-wal")) {
      complain();
      seen.emptied++;
    } else if (call === "unlink") {
      unsynced.delete(/^"([^"]*)"/.exec(rest)?.[1] ?? "");
    } else if (isKept) {
      unsynced.add(path);
    } else if (path.startsWith("socket:") || path.startsWith("TCP:")) {
      complain();
      seen.sent++;
    }
  }
  return seen;
}

/** The calls of the system that matter, for strace. */
export const tracedCalls = "write,writev,pwrite64,sendto,sendmsg,fsync,fdatasync,link,unlink,ftruncate";
