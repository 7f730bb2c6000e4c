import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { disk, File } from "../../examples/files/disk.js";
import { testProvider } from "../../src/testing/index.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-kit-"));

const tests = testProvider(disk, [
  {
    type: File,
    create: () => ({ path: randomUUID(), content: "one" }),
    update: (inputs) => ({ ...inputs, content: "two" }),
    replace: (inputs) => ({ ...inputs, path: randomUUID() }),
    drift: ({ id, inputs, outputs }) => writeFile(join(folder, id, inputs.path.slice(0, 0)), `changed ${outputs.size.toFixed()}`),
    remove: ({ id }) => rm(join(folder, id)),
  },
], { config: { root: folder } });

test.each(tests)("$name", ({ run }) => run());
