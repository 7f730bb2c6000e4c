import {
  DiagnosticError,
  isObject,
  type Diagnostic,
  type Expression,
  type Scope,
  type SourcePosition,
} from "../../model/index.js";
import { capture } from "../recording/capture.js";
import { checkComponentType } from "./component-type.js";
import { currentContext, type Context } from "../recording/context.js";
import { problem } from "../diagnostics.js";
import { applyTransforms, hasTransforms } from "./apply-transforms.js";
import { inapplicableOptions } from "./inapplicable-options.js";
import { located } from "../recording/located.js";
import { isOutput } from "../output/output.js";
import { withOutputFields } from "./output-fields.js";
import { siteOfNew } from "../recording/position.js";
import type { RegistrationRequest } from "../recording/recorder.js";
import { registerOptions, resourceIn } from "./register-options.js";
import {
  isResource,
  kindKey,
  registrationKey,
  remoteKey,
  schemaKey,
  type ResourceClass,
} from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";
import type { Nameless, ScopeName } from "../recording/scope-names.js";
import { declaredType, takeSite, type Site } from "../recording/site.js";

/**
 * Records the resource under construction in the running program. Returns the result of its constructor: the object
 * itself, or a proxy that provides the output fields of its class.
 */
export function registerResource<R extends object>(
  resource: R,
  target: ResourceClass,
  parameters: readonly unknown[],
): R {
  const reading = takeReading(target);
  const announced = takeSite(target);
  const site = reading?.site ?? announced ?? siteOfNew(target);
  try {
    const context = requireContext(target);
    const asked = readParameters(target, parameters);
    const schema = target[schemaKey] ?? context.recorder.settings.schemaOf?.(asked.type);
    const kind =
      reading === undefined
        ? (target[kindKey] ?? (schema === undefined ? "component" : "custom"))
        : "external";
    const isRemote = target[remoteKey] === true;
    if (kind === "component" && !isRemote) checkComponentType(asked.type);
    const needsFields = (kind !== "component" || isRemote) && !Object.hasOwn(target, schemaKey);
    const live = needsFields ? withOutputFields(resource, schema) : resource;
    const { parent: parentResource } = asked.options;
    const parent =
      parentResource === undefined
        ? context.recorder.constructions.around(context.place)
        : resourceIn(parentResource, "parent");
    const registered = registerOptions(asked.options);
    const { id, globalId } = registered;
    const { name, scope, warning } =
      asked.name === undefined
        ? nameFromSite(context, announced, { target, type: asked.type, parent, id, globalId })
        : { name: asked.name, scope: scopeOfNamed(announced, id ?? asked.name) };
    const { transforms } = context.recorder;
    const { args, options } = hasTransforms(registered, parent, transforms)
      ? applyTransforms({ ...asked, resource: live, kind, name, parent, registered }, transforms)
      : { args: asked.args, options: registered };
    const request: RegistrationRequest = {
      kind,
      type: asked.type,
      name,
      scope,
      parent,
      inputs: captureArguments(target, args),
      options,
      externalId: reading === undefined ? undefined : capture(reading.id),
      site,
      resource: live,
    };
    const registration = context.recorder.register(context, request);
    Object.defineProperty(resource, registrationKey, { value: registration });
    context.recorder.warnings.push(...inapplicableOptions(registration, isRemote));
    if (warning !== undefined) context.recorder.warnings.push(warning);
    if (isRemote) context.recorder.constructions.begin(context, registration, asked.options);
    return live;
  } catch (error) {
    throw located(error, site);
  }
}

function requireContext(target: ResourceClass): Context {
  const context = currentContext();
  if (context !== undefined) return context;
  throw new DiagnosticError(
    problem("sdk/no-program", {
      detail: `new ${target.name}(…) was called, but no program is running. A resource belongs to the stack of the program that declares it.`,
      hint: "Declare resources in the program that coco runs, or in the function passed to stack().",
    }),
  );
}

function nameFromSite(
  context: Context,
  site: Site | undefined,
  { target, ...nameless }: Nameless & { readonly target: ResourceClass },
): ScopeName {
  if (site === undefined) throw new DiagnosticError(noName(target));
  return context.recorder.names.name(site, nameless);
}

function scopeOfNamed(site: Site | undefined, id: string): Scope | undefined {
  if (site === undefined) return undefined;
  const { module, class: inside } = site.scope;
  return inside === undefined ? { module, id } : { module, class: inside, id };
}

interface Parameters {
  readonly type: string;
  readonly name: string | undefined;
  readonly args: unknown;
  readonly options: ResourceOptions;
}

/**
 * Reads constructor parameters. For every class, a first argument that is not a string is `args`: the resource has no
 * name.
 */
function readParameters(target: ResourceClass, parameters: readonly unknown[]): Parameters {
  const givesType = target[kindKey] !== undefined || typeof parameters[1] === "string";
  const type = givesType ? parameters[0] : declaredType(target);
  const rest = givesType ? parameters.slice(1) : parameters;
  if (typeof type !== "string") throw new DiagnosticError(noType(target));
  const isNamed = typeof rest[0] === "string";
  const [args, options] = isNamed || rest[0] === undefined ? rest.slice(1) : rest;
  return {
    type,
    name: isNamed ? (rest[0] as string) : undefined,
    args: args ?? {},
    options: readOptions(target, options ?? {}),
  };
}

function readOptions(target: ResourceClass, options: unknown): ResourceOptions {
  if (typeof options === "object" && !isOutput(options) && !isResource(options)) {
    return options as ResourceOptions;
  }
  throw new DiagnosticError(
    problem("sdk/wrong-arguments", {
      detail: `The options of new ${target.name}(…) are not an object of option names and values.`,
      hint: "Pass them after the arguments:\n    { parent: …, protect: … }",
    }),
  );
}

/** Captures the arguments. Their values may be Outputs, but the set of properties must be known. */
function captureArguments(target: ResourceClass, args: unknown): Expression {
  const inputs = capture(args);
  if (inputs.kind === "object" || (inputs.kind === "constant" && isObject(inputs.value))) return inputs;
  throw new DiagnosticError(
    problem("sdk/wrong-arguments", {
      detail: `The arguments of new ${target.name}(…) are not an object of property names and values.`,
      hint: "Pass an object; its properties may be Outputs:\n    { property: output.property }",
    }),
  );
}

interface Reading {
  readonly target: ResourceClass;
  readonly id: unknown;
  readonly site: { readonly position: SourcePosition | undefined };
}

let announcedReading: Reading | undefined;

/** Runs `construct` and makes the resource that it constructs one that is read and never changed. */
export function asReading<R>(reading: Reading, construct: () => R): R {
  announcedReading = reading;
  try {
    return construct();
  } finally {
    announcedReading = undefined;
  }
}

function takeReading(target: ResourceClass): Reading | undefined {
  if (announcedReading?.target !== target) return undefined;
  const reading = announcedReading;
  announcedReading = undefined;
  return reading;
}

function noType(target: ResourceClass): Diagnostic {
  return problem("sdk/no-type", {
    detail: `The class ${target.name} extends Resource without a type. Coconut derives types from module and class only in programs that coco loads, and a type must not depend on how the program is started.`,
    hint: `Pass the type before the name:\n    super("shop:index:${target.name || "Site"}", name, args, options)`,
  });
}

function noName(target: ResourceClass): Diagnostic {
  return problem("sdk/no-name", {
    detail: `new ${target.name}(…) has no name. Coconut derives names from the position in the code only in programs that coco loads, and a name must not depend on how the program is started.`,
    hint: `Pass a name as the first argument:\n    new ${target.name || "Resource"}("name", { … })`,
  });
}
