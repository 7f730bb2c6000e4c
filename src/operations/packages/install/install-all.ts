import type { Diagnostic } from "../../../model/index.js";
import type {
  InstallEvent,
  InstalledProvider as Installed,
  LockedProvider,
  VersionConstraint,
} from "../../../provider/terraform/project/index.js";
import type { InstalledProvider, InstallReport } from "./installed.js";
import { ProjectFiles } from "./project-files.js";
import type { ProviderPlace } from "./provider-place.js";

type Terraform = typeof import("../../../provider/terraform/project/index.js");

/** A provider to install, or the program of a path, for which only the classes are generated. */
export type WantedProvider =
  | {
      readonly name: string;
      readonly address: LockedProvider["address"];
      readonly constraint: VersionConstraint | undefined;
      /** Whether coconut.json has this entry already. */
      readonly isNamed: boolean;
    }
  | { readonly name: string; readonly text: string; readonly path: string };

/** A provider with a source. */
export type FromSource = Extract<WantedProvider, { address: unknown }>;

/**
 * Installs providers and then changes the files of the project: the lock file, coconut.json, package.json and the generated
 * classes. If the command ends in between, `coco provider install` does the rest.
 */
export async function installAll(
  wanted: readonly WantedProvider[],
  place: ProviderPlace,
  versions: "locked" | "newest",
): Promise<InstallReport> {
  const terraform = await import("../../../provider/terraform/project/index.js");
  const files = new ProjectFiles(place.projectFolder);
  const sources = wanted.filter((each): each is FromSource => "address" in each);
  const { installed, diagnostics } = await install(terraform, sources, place, versions);
  await writeFiles(terraform, sources, installed, files);
  const providers: InstalledProvider[] = [];
  for (const each of wanted) {
    const found = "address" in each ? resultOf(terraform, each, installed) : undefined;
    const text = "path" in each ? each.path : textOf(terraform, each, found);
    place.progress(each.name, { what: each.name, phase: "generating" });
    const {
      import: imported,
      types,
      examples,
    } = await terraform.generateClasses(each.name, text, place.projectFolder);
    place.progress(each.name, { what: each.name, phase: "done" });
    providers.push({
      name: each.name,
      ...foundText(terraform, each, found),
      import: imported,
      types,
      examples: importLines(examples),
    });
  }
  if (wanted.length > 0) await mapImports(files);
  const warnings = [...diagnostics, ...installed.flatMap((each) => each.diagnostics)];
  return { providers, changed: files.changed, diagnostics: warnings };
}

async function install(
  terraform: Terraform,
  sources: readonly FromSource[],
  place: ProviderPlace,
  versions: "locked" | "newest",
): Promise<{ readonly installed: readonly Installed[]; readonly diagnostics: readonly Diagnostic[] }> {
  const ports = terraform.installPorts({ ...place, report: (event) => reportTo(terraform, place, event) });
  const wanted = sources.map(({ name, address, constraint }) => ({
    name,
    source: { address, ...(constraint !== undefined && { constraint }) },
  }));
  return terraform.installProviders(wanted, ports, {
    upgrade: versions === "newest",
    offline: place.isOffline,
  });
}

function reportTo({ shortAddress }: Terraform, place: ProviderPlace, event: InstallEvent): void {
  const { name, source } = event.provider;
  const what = shortAddress(source.address);
  switch (event.kind) {
    case "resolving":
      return place.progress(name, { what, phase: "looking" });
    case "downloading": {
      const { version, received, total } = event;
      const size = total === undefined ? {} : { total };
      return place.progress(name, { what: `${what} ${version}`, phase: "downloading", received, ...size });
    }
    case "installed":
      return place.progress(name, { what: `${what} ${event.result.version}`, phase: "done" });
  }
}

async function writeFiles(
  terraform: Terraform,
  sources: readonly FromSource[],
  installed: readonly Installed[],
  files: ProjectFiles,
): Promise<void> {
  for (const each of installed) {
    const named = sources.find((source) => each.provider.source.address === source.address);
    const constraint = each.locked.constraints ?? usualConstraint(each.version);
    const locked = named?.isNamed === true ? each.locked : { ...each.locked, constraints: constraint };
    const what = `locks ${terraform.shortAddress(locked.address)} ${each.version}`;
    await files.lockFile(terraform.lockFileName, what, (text) => terraform.withLock(text, locked));
  }
  for (const each of sources)
    if (!each.isNamed)
      await files.nameProvider(each.name, textOf(terraform, each, resultOf(terraform, each, installed)));
}

/** Returns the text of an entry of coconut.json. */
function textOf(
  { shortAddress }: Terraform,
  { address, constraint, isNamed }: FromSource,
  found: Installed | undefined,
): string {
  const allowed =
    constraint?.text ?? (isNamed || found === undefined ? undefined : usualConstraint(found.version));
  return allowed === undefined ? shortAddress(address) : `${shortAddress(address)}@${allowed}`;
}

/** Accepts later versions with the same major version. A pre-release is accepted only as it is. */
function usualConstraint(version: string): string {
  const [major = "", minor = ""] = version.split(".");
  return /^\d+\.\d+\.\d+$/.test(version) ? `~> ${major}.${minor}` : version;
}

function resultOf(
  { shortAddress }: Terraform,
  { address }: FromSource,
  installed: readonly Installed[],
): Installed | undefined {
  return installed.find(({ locked }) => shortAddress(locked.address) === shortAddress(address));
}

function foundText({ shortAddress }: Terraform, wanted: WantedProvider, found: Installed | undefined) {
  if ("path" in wanted) return { source: wanted.path, version: "", from: "the project", isNew: false };
  const source = shortAddress(wanted.address);
  if (found === undefined) return { source, version: "", from: "dev_overrides", isNew: false };
  const { version, previous, from, isNew, signedBy } = found;
  return {
    source,
    version,
    from: from === "cache" ? "the cache" : from,
    isNew,
    ...(previous !== undefined && previous !== version && { before: previous }),
    ...(signedBy !== undefined && { signedBy }),
  };
}

function importLines(
  examples: readonly { readonly name: string; readonly module: string }[],
): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { name, module } of examples) names.set(module, [...(names.get(module) ?? []), name]);
  return [...names].map(([module, own]) => `import { ${own.join(", ")} } from ${JSON.stringify(module)};`);
}

/** Lets programs import the generated classes as `#tf/…`. */
async function mapImports(files: ProjectFiles): Promise<void> {
  const { typingsImport, withImports } = await import("../../../provider/terraform/project/index.js");
  await files.packageFile(
    (text) => {
      const result = withImports(text);
      if (result.kind === "refused") throw files.refused("package.json", result.reason, result.hint);
      return result.kind === "changed" ? result.text : text;
    },
    `maps ${typingsImport.key} to the generated classes`,
    { private: true, type: "module" },
  );
}
