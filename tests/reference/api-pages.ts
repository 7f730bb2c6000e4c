import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apiPage, type ApiPageSource } from "./api-page.js";

/** The pages of the API reference by their paths from the root of the repository. */
export const apiPageSources: Readonly<Record<string, ApiPageSource>> = {
  "docs/reference/api/program.md": {
    title: "Program API",
    intro:
      "The exports of `@coconut/coconut`: the functions, classes and types of programs, and `stack()` for embedding. This page is made from the types and comments of the code. [Outputs](../../concepts/outputs.md), [resources and components](../../concepts/resources-and-components.md) and [embedding](../../guides/embedding.md) explain how to use them.",
    entry: "embed/index.d.ts",
  },
  "docs/reference/api/provider.md": {
    title: "Provider API",
    intro:
      "The exports of `@coconut/coconut/provider`, for authors of resource types. This page is made from the types and comments of the code. [The provider guide](../../providers/index.md) explains how to use them.",
    entry: "provider/index.d.ts",
  },
  "docs/reference/api/terraform.md": {
    title: "Terraform API",
    intro:
      "The exports of `@coconut/coconut/terraform`: classes and functions for any Terraform provider. This page is made from the types and comments of the code. [Use a Terraform provider](../../guides/terraform-providers.md) explains how to use them.",
    entry: "providers/terraform/index.d.ts",
  },
  "docs/reference/api/testing.md": {
    title: "Testing API",
    intro:
      "The exports of `@coconut/coconut/testing`, for tests of programs, providers and stores. This page is made from the types and comments of the code. [Testing](../../guides/testing.md) and [testing a provider](../../providers/testing.md) explain how to use them.",
    entry: "testing/index.d.ts",
  },
};

/** Compiles the declarations of `src` and makes every page of the API reference; `root` is the folder of the repository. */
export function apiPages(root: string): ReadonlyMap<string, ReturnType<typeof apiPage>> {
  const folder = mkdtempSync(join(tmpdir(), "coconut-declarations-"));
  try {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const options = ["-p", "tsconfig.build.json", "--outDir", folder];
    execFileSync(process.execPath, [compiler, ...options], { cwd: root, stdio: "inherit" });
    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    return new Map(Object.entries(apiPageSources).map(([path, page]) => [path, apiPage(page, read)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
