import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { schemaOfProvider } from "./index.js";

test("a program that cannot be started is reported as when a plan uses it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "coconut-typings-"));
  try {
    const command = join(folder, "terraform-provider-random_v3.6.0");
    await expect(
      schemaOfProvider({ name: "tf_random", command, projectFolder: folder }),
    ).rejects.toMatchObject({
      diagnostics: [
        {
          code: "provider/child-start",
          detail: expect.stringContaining("the Terraform provider tf_random 3.6.0"),
        },
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
