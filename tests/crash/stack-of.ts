import { join } from "node:path";
import { configFileName } from "../../src/project/index.js";
import { Stack } from "../../src/operations/stack/index.js";
import { recordProgram } from "../../src/program/index.js";
import { packageHost } from "../../src/provider/host/index.js";
import type { StackStore } from "../../src/store/internal.js";
import type { Cloud } from "../../src/testing/cloud/index.js";
import { fakeProvider } from "../../src/testing/fake-provider.js";
import { wordsOf } from "../support/scenario/words.js";
import { programs, type ProgramName } from "./programs.js";
import { quietTimer, systemTimer } from "../../src/std/index.js";

export const address = { project: "shop", name: "dev" };

/** The cloud knows their keys. Nobody has to wait long for what never comes. */
const findable = ["Bucket", "Site", "Key", "Disk", "Task", "Entry", "Note"];

/** A stack with one of the named programs, in whatever process asks. The folder is that of its project. */
export function stackOf(store: StackStore, program: ProgramName, cloud: Cloud, folder: string): Stack {
  const fake = fakeProvider(cloud, Object.fromEntries(findable.map((type) => [type, { lateWithinMs: 20 }])));
  return new Stack({
    store,
    host: () => packageHost({ projectFolder: process.cwd(), packages: [fake.provider] }),
    record: (settings) => recordProgram(() => programs[program](wordsOf(fake)), settings),
    settings: { project: address.project, stack: address.name, config: {} },
    actor: "ana",
    projectFolder: folder,
    configFile: join(folder, configFileName(address.name)),
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    timer: quietTimer,
    pauses: systemTimer,
  });
}
