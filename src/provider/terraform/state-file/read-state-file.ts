import { DiagnosticError, type Diagnostic } from "../../../model/index.js";
import {
  objectNames,
  parseStateFile,
  type StateFile,
  type StateFileFault,
  type StateObject,
} from "../../../terraform/tfstate/index.js";
import type {
  ForeignConfiguration,
  ForeignObject,
  ForeignRecord,
  ForeignState,
  ForeignStep,
  Obstacle,
} from "../../contract/index.js";
import { groupBy } from "../../../std/group-by.js";
import { JSON } from "../../../std/plain-json.js";
import { problem } from "../diagnostics.js";
import { addArgument, declaredPackage, undeclaredName } from "./declared-package.js";
import { genericClass } from "./generic-class.js";
import { omittedParts } from "./omitted-parts.js";

/**
 * Reads a state file of Terraform or OpenTofu, version 4. `named` has the Terraform providers that the project's files name: the
 * source by package name. Throws a DiagnosticError that names the file.
 */
export function readTerraformState(
  content: string,
  file: string,
  named: ReadonlyMap<string, string>,
): ForeignState {
  if (content.length > longest) throw new DiagnosticError(tooLong(file, content.length));
  const parsed = parseStateFile(content.replace(/^\uFEFF/, ""));
  if ("kind" in parsed) throw new DiagnosticError(unreadable(file, parsed));
  return foreignState(parsed, named);
}

/** Terraform itself becomes unusable long before. */
const longest = 64 * 1024 * 1024;

function foreignState(file: StateFile, named: ReadonlyMap<string, string>): ForeignState {
  const names = objectNames(file.objects);
  const instances = groupBy(file.objects, ({ address }) => address);
  const byResource = groupBy(file.objects, ({ resource }) => resource);
  const objects = [...instances.values()].map((ofInstance) =>
    foreignObject(ofInstance, names.get(ofInstance[0]!.address)!, byResource, named),
  );
  const packages = new Map(objects.map(({ type }) => [type, type.slice(0, type.indexOf(":"))]));
  const writer = file.writtenBy === "" ? "" : `, written by version ${file.writtenBy}`;
  return {
    title: `Terraform state (format 4${writer})`,
    objects,
    omitted: omittedParts(file, new Set(packages.values())),
    classOf: genericClass,
  };
}

function foreignObject(
  ofInstance: readonly StateObject[],
  name: string,
  byResource: ReadonlyMap<string, readonly StateObject[]>,
  named: ReadonlyMap<string, string>,
): ForeignObject {
  const [first] = ofInstance;
  const { address, type, provider, dependencies, module, key } = first!;
  const declared = declaredPackage(provider, named);
  const current = ofInstance.find(({ deposed }) => deposed === undefined);
  const isPlain = module.length === 0 && key === undefined;
  const needs = new Set(dependencies.flatMap((each) => instancesOf(byResource.get(each) ?? [], first!)));
  return {
    address,
    type: `${declared ?? undeclaredName(provider)}:${type}`,
    name,
    notes: [
      ...(isPlain ? [] : [address]),
      ...(first!.isCreatedFirst
        ? ["create_before_destroy in Terraform. Coconut deletes the old object first."]
        : []),
    ],
    provider: provider.alias === undefined ? undefined : configurationOf(provider.alias, provider.type),
    obstacle: obstacleOf(ofInstance, declared),
    current: current && recordOf(current),
    isTainted: current?.isTainted ?? false,
    id: current?.id,
    replaced: ofInstance.filter((each) => each !== current).map(recordOf),
    needs: [...needs].filter((each) => each !== address),
  };
}

/** The instances of a dependency: those in the same instance of the module, if there are any, otherwise all. */
function instancesOf(all: readonly StateObject[], dependent: StateObject): readonly string[] {
  const prefixOf = ({ module }: StateObject) => JSON.stringify(module);
  const nearby = all.filter((each) => prefixOf(each) === prefixOf(dependent));
  return (nearby.length > 0 ? nearby : all).map(({ address }) => address);
}

function recordOf(object: StateObject): ForeignRecord {
  const { schemaVersion, attributes = "{}", private: bytes, identity, identityVersion, sensitive } = object;
  const steps = sensitive.map((path) =>
    path.flatMap((step): ForeignStep[] =>
      "element" in step ? [] : "index" in step ? [{ index: Number(step.index) }] : [step],
    ),
  );
  return { schemaVersion, attributes, private: bytes, identity, identityVersion, sensitive: steps };
}

function configurationOf(alias: string, type: string): ForeignConfiguration {
  const made = `new Provider(${JSON.stringify(alias)}, { … }), with the class Provider of the generated classes or terraform.provider(${JSON.stringify(type)})`;
  return {
    name: alias,
    remedy: `Declare it in the program, ${made}. Run coco apply, and import again.`,
  };
}

function obstacleOf(ofInstance: readonly StateObject[], declared: string | undefined): Obstacle | undefined {
  const { provider } = ofInstance[0]!;
  if (declared === undefined)
    return {
      reason: `coconut.json does not declare the provider ${provider.source}.`,
      remedy: `coco provider add ${addArgument(provider)}`,
    };
  if (provider.module !== undefined)
    return {
      reason: `Its provider is configured in ${provider.module}, not in the root module.`,
      remedy: "Move the provider block to the root module, run terraform apply, and import again.",
    };
  if (ofInstance.every(({ deposed }) => deposed !== undefined))
    return {
      reason: "It has only objects that were replaced and are still to be deleted.",
      remedy: "Run terraform apply, which deletes them.",
    };
  if (ofInstance.some(({ attributes }) => attributes === undefined))
    return {
      reason: "The file has its attributes in the form of Terraform 0.11.",
      remedy: "Run terraform apply -refresh-only with a current version, and import again.",
    };
  return undefined;
}

function unreadable(file: string, fault: StateFileFault): Diagnostic {
  const { why, hint } = explained(fault);
  return problem("provider/terraform-state-file", { detail: `${file} ${why}`, hint });
}

function explained(fault: StateFileFault): { readonly why: string; readonly hint: string } {
  switch (fault.kind) {
    case "empty":
      return { why: "is empty.", hint: pull };
    case "encrypted":
      return {
        why: "is encrypted by OpenTofu.",
        hint: "Write the decrypted state to a file outside the project, import it, and delete it:\n    tofu state pull > state.json",
      };
    case "not-state":
      return { why: `is not a Terraform state file: ${fault.reason}.`, hint: pull };
    case "version":
      return fault.isOlder
        ? {
            why: `has version ${fault.version} of the format of Terraform's state files. Coconut reads version 4.`,
            hint: "Run terraform apply -refresh-only with Terraform 0.13 or later, which writes version 4.",
          }
        : {
            why: `has version ${fault.version} of the format of Terraform's state files, which is newer than this version of Coconut. Coconut reads version 4.`,
            hint: "Use a newer version of Coconut.",
          };
  }
}

const pull =
  "Name the state file. If the state is in a backend, write it to a file:\n    terraform state pull > state.json";

function tooLong(file: string, length: number): Diagnostic {
  return problem("provider/terraform-state-file", {
    detail: `${file} has ${Math.ceil(length / 1024 / 1024)} MB. Coconut reads state files of at most 64 MB.`,
    hint: "Move a part of the resources to another state file, and import the files one after the other:\n    terraform state mv -state-out=<file> <address> <address>",
  });
}
