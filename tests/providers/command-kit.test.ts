import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { secret } from "@coconut/coconut";
import { testProvider } from "@coconut/coconut/testing";
import { command, Command } from "../../src/providers/command/index.js";

const folder = mkdtempSync(join(tmpdir(), "coconut-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a file that is marked with the id, prints the text that is in it, and knows whether it is there. */
const fileCommand = (text: unknown = "one") => ({
  create: 'printf "%s\\n" "$COCONUT_ID" "$TEXT" > "$FILE" && tail -n 1 "$FILE"',
  delete: 'rm -f "$FILE"',
  environment: { FILE: join(folder, randomUUID()), TEXT: text as string },
});
const check = 'test -e "$FILE" && grep -qx "$COCONUT_ID" "$FILE" && tail -n 1 "$FILE"';
const update = fileCommand().create;

const tests = testProvider(command, [
  {
    type: Command,
    create: () => ({ ...fileCommand(), check, update }),
    update: (inputs) => ({ ...inputs, triggers: ["another"] }),
    remove: ({ inputs: { environment } }) => rm((environment as { readonly FILE: string }).FILE),
    secret: (text) => ({ ...fileCommand(secret(text)), check, update }),
  },
  {
    type: Command,
    create: () => ({ ...fileCommand(), check }),
    replace: (inputs) => ({ ...inputs, triggers: ["another"] }),
  },
  // Without a check nobody can tell what became of a create that was cut off.
  { type: Command, create: () => fileCommand(), onlyInState: true },
]);

test.each(tests)("$name", ({ run }) => run());
