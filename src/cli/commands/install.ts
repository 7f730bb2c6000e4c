import type { Json } from "../../model/index.js";
import type { InstallReport, InstalledProvider, ProviderPlace } from "../../operations/index.js";
import type { Look } from "../../render/index.js";
import type { Download } from "../../render/progress/index.js";
import { counted } from "../../std/counted.js";
import type { Command, Invocation } from "../command.js";
import { projectFolder } from "../project-folder.js";
import { wrongUsage } from "../usage-problem.js";

const add: Command = {
  name: "provider add",
  takes: ["<source>"],
  wants: { source: null },
  says: "Install a Terraform provider and generate typed classes for its resources",
  examples: [
    "provider add hashicorp/random",
    "provider add 'hashicorp/aws@~> 6.0'",
    "provider add example.com/acme/dns --as acme_dns",
  ],
  options: ["cwd", "as", "offline"],
  run: (invocation) =>
    installing(invocation, async (operations, place) => {
      const { words, options } = invocation;
      const asked = { source: words[0]!, ...(options.as !== undefined && { as: options.as }) };
      return operations.addProvider(asked, place);
    }),
};

const install: Command = {
  name: "provider install",
  takes: [],
  says: "Install the Terraform providers of coconut.json in the locked versions, and generate their classes",
  examples: ["provider install", "provider install --offline"],
  options: ["cwd", "offline"],
  run: (invocation) =>
    installing(invocation, (operations, place) => operations.installProviders([], place, "locked")),
};

const upgrade: Command = {
  name: "provider upgrade",
  takes: ["[package]..."],
  says: "Install the newest versions of Terraform providers that coconut.json allows",
  examples: ["provider upgrade", "provider upgrade tf_random"],
  options: ["cwd", "offline"],
  run: (invocation) =>
    installing(invocation, (operations, place) =>
      operations.installProviders(invocation.words, place, "newest"),
    ),
};

const remove: Command = {
  name: "provider rm",
  takes: ["<package>"],
  says: "Remove a Terraform provider from the project: its entry, its lock and its classes",
  examples: ["provider rm tf_random"],
  options: ["cwd"],
  run: async ({ words, options, face }) => {
    const folder = projectFolder(options.cwd ?? ".");
    const { removeProvider } = await import("../../operations/index.js");
    const { name, changed, diagnostics } = await removeProvider(words[0]!, folder);
    face.complain(diagnostics);
    face.show(
      "removed",
      { name, changed } as unknown as Json,
      (look) => `Removed ${name}.\n${changedText(changed, look)}`,
    );
    return 0;
  },
};

const mirror: Command = {
  name: "provider mirror",
  takes: ["<folder>"],
  says: "Copy the locked versions of Terraform providers into a folder that other machines can install from",
  examples: [
    "provider mirror ./mirror",
    "provider mirror ./mirror --platform linux_amd64 --platform darwin_arm64",
  ],
  options: ["cwd", "platform"],
  run: async (invocation) => {
    const { command, words, options, face } = invocation;
    const wrong = options.platform?.find((each) => !/^[a-z0-9]+_[a-z0-9]+$/.test(each));
    if (wrong !== undefined)
      throw wrongUsage(
        `--platform must be a system and a processor, such as linux_amd64: ${wrong}`,
        command.name,
      );
    const { mirrorProviders } = await import("../../operations/index.js");
    return withPlace(invocation, async (place) => {
      const mirrored = await mirrorProviders({ folder: words[0]!, platforms: options.platform ?? [] }, place);
      face.show("mirrored", mirrored as unknown as Json, () =>
        mirrored.length === 0
          ? "coconut.json names no Terraform provider.\n"
          : mirrored.map(({ what, platform }) => `  copied    ${what} (${platform})\n`).join(""),
      );
    });
  },
};

export const installCommands: readonly Command[] = [add, install, upgrade, remove, mirror];

type Operations = typeof import("../../operations/index.js");

async function installing(
  invocation: Invocation,
  work: (operations: Operations, place: ProviderPlace) => Promise<InstallReport>,
): Promise<0> {
  const { face } = invocation;
  const operations = await import("../../operations/index.js");
  return withPlace(invocation, async (place) => {
    const report = await work(operations, place);
    face.complain(report.diagnostics);
    face.show("providers", report.providers as unknown as Json, (look) => installedText(report, look));
    face.show("changed", report.changed as unknown as Json, () => "");
  });
}

/** Runs work that shows the progress of downloads, and that a signal ends. */
async function withPlace(
  { options, face }: Invocation,
  work: (place: ProviderPlace) => Promise<void>,
): Promise<0> {
  const folder = projectFolder(options.cwd ?? ".");
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  const downloads = new Map<string, Download>();
  const { downloadLines } = await import("../../render/progress/index.js");
  const end = face.progress((columns) => downloadLines(downloads.values(), columns, face.look));
  try {
    await work({
      projectFolder: folder,
      environment: process.env,
      isOffline: options.offline ?? false,
      signal: stop.signal,
      progress: (key, download) => downloads.set(key, download),
    });
    return 0;
  } finally {
    end();
  }
}

function installedText({ providers, changed }: InstallReport, look: Look): string {
  if (providers.length === 0)
    return `coconut.json names no Terraform provider. To add one:\n    ${look.command("coco provider add hashicorp/random")}\n`;
  const [only] = providers;
  const hint =
    providers.length === 1 && changed.length > 0 && only !== undefined && only.examples.length > 0
      ? `\nImport its classes:\n${only.examples.map((line) => `    ${line}\n`).join("")}`
      : "";
  return `${providers.map((each) => providerLine(each, look)).join("")}${changedText(changed, look)}${hint}`;
}

function providerLine(provider: InstalledProvider, look: Look): string {
  const { source, version, before, from, isNew, signedBy, types } = provider;
  const verb = before !== undefined ? "upgraded" : isNew ? "installed" : "found";
  const versions = before === undefined ? version : `${before} -> ${version}`;
  const what = versions === "" ? source : `${source} ${versions}`;
  const signed = signedBy === undefined ? "" : `, signed by ${signedBy}`;
  return `  ${look.paint("done", verb.padEnd(9))} ${what}  ${look.paint("faint", `${from}${signed}, ${counted(types, "resource type")}`)}\n`;
}

function changedText(changed: InstallReport["changed"], look: Look): string {
  return changed
    .map(({ file, change }) => `  ${"wrote".padEnd(9)} ${look.place(file)}  ${change}\n`)
    .join("");
}
