import { spawnSync } from "node:child_process";

/** The reason why tests with the real program `terraform` are skipped. */
export const withoutTerraform: string | undefined = missing();

function missing(): string | undefined {
  const { error } = spawnSync("terraform", ["version"], { stdio: "ignore" });
  if (error === undefined) return undefined;
  process.stderr.write(`Skipping tests with terraform: ${error.message}\n`);
  return error.message;
}

/** Runs `terraform` in a folder, with nothing of the user's settings. Returns its output; throws if it fails. */
export function terraform(
  folder: string,
  words: readonly string[],
  { configuration, home }: { readonly configuration: string; readonly home: string },
): string {
  const { PATH } = process.env;
  const env = { PATH, HOME: home, TF_CLI_CONFIG_FILE: configuration, CHECKPOINT_DISABLE: "1" };
  const { status, stdout, stderr } = spawnSync("terraform", [...words, "-no-color"], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  if (status !== 0)
    throw new Error(`terraform ${words.join(" ")} failed with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
