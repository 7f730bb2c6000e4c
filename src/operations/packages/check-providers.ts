import { printType, type Diagnostic, type FieldSchema } from "../../model/index.js";
import { importInstalled, importModule } from "../../program/load/index.js";
import { schemaOf, type DefinedResource, type Fields } from "../../provider/index.js";
import { findProviders } from "../../provider/host/index.js";
import { problem } from "../diagnostics.js";

/** A package name known to the project, or the absolute path of a module. */
export type ProviderAsked = { readonly name: string } | { readonly file: string };

/** A provider that was loaded. */
export interface CheckedProvider {
  readonly offers: ProviderOffers;
  /** Suggestions for improvement. */
  readonly notes: readonly Diagnostic[];
}

/** The declared contents of a provider. */
export interface ProviderOffers {
  readonly name: string;
  readonly version: string;
  readonly config: CheckedFields;
  readonly types: readonly CheckedType[];
  readonly components: readonly CheckedMember[];
  readonly functions: readonly CheckedMember[];
}

export interface CheckedMember {
  readonly type: string;
  readonly inputs: CheckedFields;
  readonly outputs: CheckedFields;
}

export interface CheckedType extends CheckedMember {
  readonly schemaVersion: number;
  readonly replaceOn: readonly string[];
  /** True if existing objects can be imported: the type has `lookup`. */
  readonly importable: boolean;
  /** True if the object of an interrupted create can be found: the type has `find`. */
  readonly adoptable: boolean;
  readonly logs: boolean;
  readonly stats: boolean;
}

export type CheckedFields = {
  readonly [field: string]: { readonly type: string; readonly optional: boolean; readonly secret: boolean };
};

/** Loads providers and describes what they offer. Throws if one cannot be loaded. */
export async function checkProviders(
  asked: ProviderAsked,
  projectFolder: string,
): Promise<readonly CheckedProvider[]> {
  const found = await findProviders(asked, {
    projectFolder,
    loadLocal: (file) => importModule(file, projectFolder),
    loadInstalled: (file) => importInstalled(file, projectFolder),
  });
  return Promise.all(
    found.map(async (provider) => {
      const { package: name, components, functions } = provider;
      const types = await Promise.all([...provider.resources.values()].map(checkedType));
      return {
        offers: {
          name,
          version: provider.version,
          config: (await checkedMember({ type: name, inputs: provider.config, outputs: {} })).inputs,
          types,
          components: await Promise.all([...components.values()].map(checkedMember)),
          functions: await Promise.all(
            [...functions.values()].map((each) => checkedMember({ ...each, type: each.token })),
          ),
        },
        notes: notesOn(name, types, components.size + functions.size),
      };
    }),
  );
}

async function checkedType(defined: DefinedResource): Promise<CheckedType> {
  const { version } = await schemaOf(defined);
  return {
    ...(await checkedMember(defined)),
    schemaVersion: version,
    replaceOn: defined.replaceOn ?? [],
    importable: defined.lookup !== undefined,
    adoptable: defined.find !== undefined,
    logs: defined.logs !== undefined,
    stats: defined.stats !== undefined,
  };
}

async function checkedMember(defined: Described): Promise<CheckedMember> {
  const { type, inputs, outputs } = defined;
  const schema = await schemaOf({ type, inputs, outputs });
  return { type, inputs: checkedFields(schema.inputs), outputs: checkedFields(schema.outputs) };
}

interface Described {
  readonly type: string;
  readonly inputs: Fields;
  readonly outputs: Fields;
}

function checkedFields(fields: { readonly [field: string]: FieldSchema }): CheckedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, optional, secret }]) => [
      name,
      { type: printType(type), optional, secret },
    ]),
  );
}

function notesOn(name: string, types: readonly CheckedType[], others: number): readonly Diagnostic[] {
  const lost = types.filter(({ adoptable }) => !adoptable).map(({ type }) => type);
  return [
    ...(types.length + others === 0
      ? [
          problem("engine/provider-gap", {
            severity: "warning",
            detail: `The provider ${name} defines no resource type, component type or function.`,
            hint: `Define one in the module of the package:\n    export const File = ${name}.resource("fs:File", { … })`,
          }),
        ]
      : []),
    ...(lost.length > 0
      ? [
          problem("engine/provider-gap", {
            severity: "note",
            detail: `These types do not implement \`find\`: ${lost.join(", ")}. If a run is interrupted during a create, someone has to resolve it by hand with \`coco recover\`.`,
            hint: "Implement `find` to look up an object by the idempotency key of its create.",
          }),
        ]
      : []),
  ];
}
