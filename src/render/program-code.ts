import {
  isArray,
  isObject,
  kindOf,
  type Archive,
  type Asset,
  type ClassCode,
  type Value,
} from "../model/index.js";

/** An existing resource, as a program would declare it. */
export interface CodeResource {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** The module that exports its class: a package, or a path that begins with a dot. Undefined for plugins: the code defines the class. */
  readonly module: string | undefined;
  /** How the program gets its class, if that is not an export of `module`. */
  readonly classCode?: ClassCode;
  /** Only the inputs that the program has to set. */
  readonly inputs: { readonly [field: string]: Value };
  /** Strings among its inputs that are written as references to other resources. */
  readonly references: ReadonlyMap<string, CodeReference>;
  /** URNs of resources that it depends on without a reference. */
  readonly dependsOn?: readonly string[];
  readonly protect: boolean;
  /** Lines of comments above it. */
  readonly comments?: readonly string[];
  /** A URN. A resource that is not part of the code is referred to by its name. */
  readonly parent?: string;
  readonly provider?: string;
}

/** A reference to a property of a resource. */
export interface CodeReference {
  readonly urn: string;
  /** `id`, or the name of an output. */
  readonly property: string;
  /** The output is secret. Only secret inputs are written as references to it, and no others. */
  readonly isSecret?: boolean;
}

/** A program, and the configuration values that it reads. */
export interface ProgramCode {
  readonly code: string;
  /** The secrets that the user has to set, in the order of the code. */
  readonly settings: readonly CodeSetting[];
}

export interface CodeSetting {
  readonly key: string;
  /** The type of `coco config set`. */
  readonly type: "text" | "number" | "boolean" | "json";
}

/** Returns the TypeScript of `declaredProgram`. */
export function programCode(resources: readonly CodeResource[]): string {
  return declaredProgram(resources).code;
}

/**
 * Returns the TypeScript that declares resources, to paste into a program. The resources must be ordered so that
 * each comes after those it refers to. Secrets are read from the configuration; their values are never written.
 */
export function declaredProgram(resources: readonly CodeResource[]): ProgramCode {
  const names = new VariableNames(resources);
  const settings = new Settings();
  const statements = resources.map((resource) => statement(resource, names, settings));
  const body = statements.join("\n");
  const needsConfig = body.includes("config.require");
  const needsSdk = needsConfig || names.definitions.length > 0 || body.includes("new coconut.asset.");
  const code = [
    ...(needsSdk ? [`import * as coconut from "@coconut/coconut";\n`] : []),
    ...names.imports.map((line) => `${line}\n`),
    ...(needsSdk || names.imports.length > 0 ? ["\n"] : []),
    ...(needsConfig ? ["const config = new coconut.Config();\n\n"] : []),
    ...names.definitions.map((text) => `${text}\n`),
    ...(names.definitions.at(-1)?.endsWith(";") ? ["\n"] : []),
    body,
  ].join("");
  return { code, settings: settings.list };
}

/** The configuration values that a program reads. Their keys are unique. */
class Settings {
  readonly list: CodeSetting[] = [];

  /** Returns the key of a new value. */
  add(wanted: string, type: CodeSetting["type"]): string {
    const isTaken = (key: string) => this.list.some((each) => each.key === key);
    let key = wanted;
    for (let number = 2; isTaken(key); number++) key = `${wanted}${number}`;
    this.list.push({ key, type });
    return key;
  }
}

/** The names of classes and resources in the code. */
class VariableNames {
  readonly imports: readonly string[];
  /** The classes of resources that no module exports. */
  readonly definitions: readonly string[];
  readonly #classes = new Map<string, string>();
  readonly #variables = new Map<string, string>();
  readonly #taken = new Set(["coconut", "config"]);

  constructor(resources: readonly CodeResource[]) {
    const modules = new Map<string, Map<string, string>>();
    const definitions: string[] = [];
    const lines = new Set<string>();
    for (const { type, module: ofPackage, classCode } of resources) {
      if (classCode?.kind === "made") {
        for (const line of classCode.imports) {
          lines.add(line);
          this.#taken.add(/^import \* as (\w+)/.exec(line)?.[1] ?? "");
        }
        if (!this.#classes.has(type)) definitions.push(this.#make(type, classCode));
        continue;
      }
      const module = classCode?.module ?? ofPackage;
      if (module === undefined) {
        if (!this.#classes.has(type)) definitions.push(this.#define(type));
        continue;
      }
      const imported = modules.get(module) ?? new Map<string, string>();
      modules.set(module, imported);
      if (this.#classes.has(type)) continue;
      const exported = classCode?.name ?? type.slice(type.lastIndexOf(":") + 1);
      const local = this.#free(identifierFor(exported));
      this.#classes.set(type, local);
      const name = isIdentifier(exported) ? exported : JSON.stringify(exported);
      imported.set(exported, name === local ? local : `${name} as ${local}`);
    }
    for (const { urn, name } of resources) {
      const variable = identifierFor(name);
      this.#variables.set(urn, this.#free(`${variable[0]!.toLowerCase()}${variable.slice(1)}`));
    }
    this.definitions = definitions;
    this.imports = [
      ...lines,
      ...[...modules].map(
        ([module, imported]) =>
          `import { ${[...imported.values()].join(", ")} } from ${JSON.stringify(importPath(module))};`,
      ),
    ];
  }

  #make(type: string, { name, expression }: Extract<ClassCode, { kind: "made" }>): string {
    const local = this.#free(identifierFor(name));
    this.#classes.set(type, local);
    return `const ${local} = ${expression};`;
  }

  #define(type: string): string {
    const local = this.#free(identifierFor(type.slice(type.lastIndexOf(":") + 1)));
    this.#classes.set(type, local);
    return [
      `class ${local} extends coconut.CustomResource {`,
      "  constructor(name: string, args: object, options?: coconut.ResourceOptions) {",
      `    super(${JSON.stringify(type)}, name, args, options);`,
      "  }",
      "}",
      "",
    ].join("\n");
  }

  classOf({ type }: CodeResource): string {
    return this.#classes.get(type)!;
  }

  /** The user has to define a variable that is not part of the code. */
  variableOf(urn: string): string {
    return this.#variables.get(urn) ?? identifierFor(urn.slice(urn.lastIndexOf("::") + 2));
  }

  #free(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** The compiler expects the file name of the compiled module, not of the source. */
function importPath(module: string): string {
  return module.startsWith(".") ? module.replace(/\.([mc]?)ts$/, ".$1js") : module;
}

function statement(resource: CodeResource, names: VariableNames, settings: Settings): string {
  const variable = names.variableOf(resource.urn);
  const refer = (text: string, isSecret = false) => {
    const reference = resource.references.get(text);
    if (reference === undefined || isSecret !== (reference.isSecret ?? false)) return undefined;
    const { urn, property } = reference;
    const member = isIdentifier(property) ? `.${property}` : `[${JSON.stringify(property)}]`;
    return `${names.variableOf(urn)}${member}`;
  };
  const inputs = valueCode(resource.inputs, { refer, setting: variable, settings }, "  ");
  const { dependsOn = [], comments = [] } = resource;
  const options = [
    ...(dependsOn.length === 0
      ? []
      : [`dependsOn: [${dependsOn.map((urn) => names.variableOf(urn)).join(", ")}]`]),
    ...(resource.parent === undefined ? [] : [`parent: ${names.variableOf(resource.parent)}`]),
    ...(resource.provider === undefined ? [] : [`provider: ${names.variableOf(resource.provider)}`]),
    ...(resource.protect ? ["protect: true"] : []),
  ];
  const parameters = [
    JSON.stringify(resource.name),
    inputs,
    ...(options.length > 0 ? [`{ ${options.join(", ")} }`] : []),
  ];
  const lines = parameters.map((parameter) => `  ${parameter},\n`).join("");
  const above = comments.map((text) => `// ${text.replace(/\s+/g, " ")}\n`).join("");
  return `${above}const ${variable} = new ${names.classOf(resource)}(\n${lines});\n`;
}

interface ValueContext {
  /** Returns the code for a string that refers to another resource. */
  readonly refer: (text: string, isSecret?: boolean) => string | undefined;
  /** The configuration key of a secret at this place. */
  readonly setting: string;
  readonly settings: Settings;
}

function valueCode(value: Value, context: ValueContext, indent: string): string {
  if (isArray(value)) {
    const items = value.map((item, index) => valueCode(item, within(context, String(index)), `${indent}  `));
    return listCode("[", items, "]", indent);
  }
  if (isObject(value)) {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
    const lines = entries.map(([key, part]) => {
      const name = key === "__proto__" ? `["__proto__"]` : isIdentifier(key) ? key : JSON.stringify(key);
      return `${name}: ${valueCode(part, within(context, key), `${indent}  `)}`;
    });
    return listCode("{", lines, "}", indent);
  }
  return leafCode(value, context, indent);
}

function leafCode(value: Exclude<Value, readonly Value[]>, context: ValueContext, indent: string): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "string") return context.refer(value) ?? JSON.stringify(value);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "boolean") return String(value);
  switch (kindOf(value)) {
    case "secret":
      return secretCode((value as { readonly value: Value }).value, context);
    case "asset":
    case "archive":
      return blobCode(value as Asset | Archive, context, indent);
    case "reference": {
      const { id, urn } = value as { readonly id?: Value; readonly urn: string };
      return typeof id === "string" ? (context.refer(id) ?? JSON.stringify(id)) : JSON.stringify(urn);
    }
    default:
      return "undefined";
  }
}

function secretCode(value: Value, { refer, setting, settings }: ValueContext): string {
  const reference = typeof value === "string" ? refer(value, true) : undefined;
  if (reference !== undefined) return reference;
  const kinds: { readonly [kind: string]: string } = { string: "", number: "Number", boolean: "Boolean" };
  const types: { readonly [kind: string]: CodeSetting["type"] } = {
    string: "text",
    number: "number",
    boolean: "boolean",
  };
  const kind = kindOf(value);
  const isPlain = Object.hasOwn(kinds, kind);
  const key = settings.add(setting, isPlain ? types[kind]! : "json");
  return `config.requireSecret${isPlain ? kinds[kind] : "Object"}(${JSON.stringify(key)})`;
}

function blobCode(blob: Asset | Archive, context: ValueContext, indent: string): string {
  const isAsset = kindOf(blob) === "asset";
  const { source } = blob;
  if ("text" in source) return `new coconut.asset.TextAsset(${JSON.stringify(source.text)})`;
  if ("path" in source)
    return `new coconut.asset.File${isAsset ? "Asset" : "Archive"}(${JSON.stringify(source.path)})`;
  if ("uri" in source)
    return `new coconut.asset.Remote${isAsset ? "Asset" : "Archive"}(${JSON.stringify(source.uri)})`;
  return `new coconut.asset.AssetArchive(${valueCode(source.assets, context, indent)})`;
}

function within(context: ValueContext, key: string): ValueContext {
  const word = identifierFor(key).replace(/^_/, "") || "_";
  return { ...context, setting: `${context.setting}${word[0]!.toUpperCase()}${word.slice(1)}` };
}

/** On one line if it is short. */
function listCode(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return `${open}${close}`;
  const space = open === "{" ? " " : "";
  const line = `${open}${space}${items.join(", ")}${space}${close}`;
  if (line.length <= 70 && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}${close}`;
}

/** Returns an identifier for a name: `eu-west logs` becomes `euWestLogs`. */
function identifierFor(text: string): string {
  const [first = "", ...rest] = text.split(/[^\p{L}\p{Nd}_$]+/u).filter((word) => word !== "");
  const joined = first + rest.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join("");
  const name = /^[\p{L}_$]/u.test(joined) ? joined : `_${joined}`;
  return reserved.has(name) ? `${name}Resource` : name;
}

function isIdentifier(text: string): boolean {
  return /^[\p{L}_$][\p{L}\p{Nd}_$]*$/u.test(text);
}

/** Words that cannot be variable names in a module. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield`.split(
    /\s+/,
  ),
);
