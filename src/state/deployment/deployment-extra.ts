import type { EdgeKind, PackageRecord, PluginRecord, Scope } from "../../model/index.js";
import type { ExtraOrigin, NamedEdge } from "./deployment.js";
import type { DeploymentFields } from "./deployment-fields.js";

/**
 * The data of an entry under `coconut`, without values. The file is untrusted: members of the wrong type are ignored.
 */
export interface Extra {
  readonly package: PackageRecord | undefined;
  readonly type: string | undefined;
  readonly schemaVersion: number | undefined;
  readonly globalId: string | undefined;
  readonly scope: Scope | undefined;
  readonly origin: readonly ExtraOrigin[];
  readonly isTainted: boolean;
  readonly ephemeral: readonly string[];
  readonly edges: readonly NamedEdge[] | undefined;
}

export function extraOf(entry: DeploymentFields): Extra {
  const fields = entry.object("coconut");
  const schemaVersion = fields?.number("schemaVersion");
  return {
    package: packageOf(fields?.object("package")),
    type: fields?.text("type"),
    schemaVersion: Number.isSafeInteger(schemaVersion) && schemaVersion! > 0 ? schemaVersion : undefined,
    globalId: fields?.text("globalId"),
    scope: scopeOf(fields?.object("scope")),
    origin: (fields?.objects("origin") ?? []).map(originOf),
    ephemeral: fields?.texts("ephemeral") ?? [],
    isTainted: fields?.flag("tainted") ?? entry.flag("taint") ?? false,
    edges: fields?.objects("edges")?.flatMap(edgeOf),
  };
}

function packageOf(fields: DeploymentFields | undefined): PackageRecord | undefined {
  const [name, version, module] = [fields?.text("name"), fields?.text("version"), fields?.text("module")];
  if (name === undefined || version === undefined || module === undefined) return undefined;
  const said = fields!.object("plugin");
  if (said === undefined) return { name, version, module };
  const plugin = pluginOf(said);
  return plugin && { name, version, module, plugin };
}

function pluginOf(fields: DeploymentFields): PluginRecord | undefined {
  const [kind, source, version] = [fields.text("kind"), fields.text("source"), fields.text("version")];
  if (kind === undefined || source === undefined || version === undefined) return undefined;
  const [checksums, parameterization] = [fields.texts("checksums"), fields.text("parameterization")];
  return {
    kind,
    source,
    version,
    ...(checksums !== undefined && { checksums }),
    ...(parameterization !== undefined && { parameterization }),
  };
}

function scopeOf(fields: DeploymentFields | undefined): Scope | undefined {
  const module = fields?.text("module");
  if (fields === undefined || module === undefined) return undefined;
  const [within, id, number] = [fields.text("class"), fields.text("id"), fields.number("number")];
  const place = { module, ...(within !== undefined && { class: within }) };
  if (id !== undefined) return { ...place, id };
  return number === undefined ? undefined : { ...place, number };
}

function originOf(fields: DeploymentFields): ExtraOrigin {
  const [key, sourcePosition] = [fields.text("key"), fields.text("sourcePosition")];
  return {
    waitsFor: fields.texts("waitsFor") ?? [],
    ...(key !== undefined && { key }),
    ...(sourcePosition !== undefined && { sourcePosition }),
  };
}

function edgeOf(fields: DeploymentFields): readonly NamedEdge[] {
  const [kind, to, field] = [fields.text("kind"), fields.text("to"), fields.text("field")];
  if (to === undefined || !edgeKinds.has(kind as EdgeKind)) return [];
  return [{ kind: kind as EdgeKind, to, ...(field !== undefined && { field }) }];
}

const edgeKinds: ReadonlySet<EdgeKind> = new Set([
  "input",
  "depends-on",
  "parent",
  "provider",
  "deleted-with",
  "replace-with",
  "field",
]);
