import { Stack } from "../../src/operations/stack/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import { command, Command } from "../../src/providers/command/index.js";
import { quietTimer, systemTimer } from "../../src/std/index.js";
import type { StackStore } from "../../src/store/internal.js";

export interface KilledRequest {
  readonly folder: string;
  readonly when: "before" | "after";
  /** A place of the journal: `running create command job`. */
  readonly place: string;
}

/** A stack of one command, whose script writes its process id behind those of its former runs. */
export function markingStack(folder: string, store: StackStore): Stack {
  return new Stack({
    store,
    host: () => packageHost({ projectFolder: process.cwd(), packages: [command] }),
    record: (settings) =>
      recordProgram(
        () =>
          void new Command("job", {
            dir: folder,
            create: "echo $$ >> ran",
            check: "test -e ran",
            delete: "rm ran",
          }),
        settings,
      ),
    settings: { project: "shop", stack: "dev", config: {} },
    actor: "ana",
    projectFolder: process.cwd(),
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    timer: quietTimer,
    pauses: systemTimer,
  });
}
