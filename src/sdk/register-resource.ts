import {
  DiagnosticError,
  isDiagnosticError,
  type Diagnostic,
  type ResourceKind,
  type ResourceSchema,
  type SourcePosition,
} from "../model/index.js";
import { capture } from "./capture.js";
import { currentContext, type Context } from "./context.js";
import { problem } from "./diagnostics.js";
import { withOutputFields } from "./output-fields.js";
import { siteOfNew } from "./position.js";
import type { RegistrationRequest } from "./recorder.js";
import { registerOptions, resourceIn } from "./register-options.js";
import { registrationKey } from "./resource-brand.js";
import type { ResourceOptions } from "./resource-options.js";
import { declaredType, takeSite } from "./site.js";

/** How a class says what its resources are; inherited, and readable across copies of this package. */
export const kindKey: unique symbol = Symbol.for("coconut.kind") as never;

/** How a class that was made from a schema carries it. Its prototype has a getter per field. */
export const schemaKey: unique symbol = Symbol.for("coconut.schema") as never;

// oxlint-disable-next-line typescript/no-unsafe-function-type -- a class of any constructor
export type ResourceClass = Function & {
  readonly [kindKey]?: ResourceKind;
  readonly [schemaKey]?: ResourceSchema;
};

/**
 * Records the resource that is being constructed in the running program, and returns what its constructor
 * returns: the object itself, or a proxy that fills the output fields which its class declares.
 */
export function registerResource<R extends object>(
  resource: R,
  target: ResourceClass,
  parameters: readonly unknown[],
): R {
  const reading = takeReading(target);
  const site = reading?.site ?? takeSite(target) ?? siteOfNew(target);
  try {
    const context = requireContext(target);
    const asked = readParameters(target, parameters);
    const schema = target[schemaKey] ?? context.recorder.settings.schemaOf?.(asked.type);
    const kind =
      reading === undefined
        ? (target[kindKey] ?? (schema === undefined ? "component" : "custom"))
        : "external";
    const needsFields = kind !== "component" && !Object.hasOwn(target, schemaKey);
    const live = needsFields ? withOutputFields(resource, schema) : resource;
    const { parent, ...options } = asked.options;
    const request: RegistrationRequest = {
      kind,
      type: asked.type,
      name: asked.name,
      parent: parent === undefined ? undefined : resourceIn(parent, "parent"),
      inputs: capture(asked.args),
      options: registerOptions(options),
      externalId: reading === undefined ? undefined : capture(reading.id),
      site,
      resource: live,
    };
    Object.defineProperty(resource, registrationKey, { value: context.recorder.register(context, request) });
    return live;
  } catch (error) {
    throw isDiagnosticError(error) ? located(error, site.position) : error;
  }
}

function requireContext(target: ResourceClass): Context {
  const context = currentContext();
  if (context !== undefined) return context;
  throw new DiagnosticError(
    problem("sdk/no-program", {
      detail: `new ${target.name}(…) ran, but no program is being evaluated. A resource belongs to the program, and through it to the stack, that makes it.`,
      hint: "Make resources in the program that coco runs, or in the function given to stack().",
    }),
  );
}

interface Parameters {
  readonly type: string;
  readonly name: string;
  readonly args: object;
  readonly options: ResourceOptions;
}

/** A first argument that is no text is `args`, for every class: then the resource has no name. */
function readParameters(target: ResourceClass, parameters: readonly unknown[]): Parameters {
  const givesType = target[kindKey] !== undefined || typeof parameters[1] === "string";
  const type = givesType ? parameters[0] : declaredType(target);
  const rest = givesType ? parameters.slice(1) : parameters;
  if (typeof type !== "string") throw new DiagnosticError(noType(target));
  if (typeof rest[0] !== "string") throw new DiagnosticError(noName(target));
  return {
    type,
    name: rest[0],
    args: (rest[1] as object | undefined) ?? {},
    options: (rest[2] as ResourceOptions | undefined) ?? {},
  };
}

interface Reading {
  readonly target: ResourceClass;
  readonly id: unknown;
  readonly site: { readonly position: SourcePosition | undefined };
}

let announcedReading: Reading | undefined;

/** Makes the resource that `construct` makes one that is read and never changed. */
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

function located(error: DiagnosticError, position: SourcePosition | undefined): DiagnosticError {
  const [first, ...rest] = error.diagnostics.map((diagnostic) => ({
    ...(position && { position }),
    ...diagnostic,
  }));
  return new DiagnosticError(first!, ...rest);
}

function noType(target: ResourceClass): Diagnostic {
  return problem("sdk/no-type", {
    detail: `The class ${target.name} extends Resource and gives no type. Types that coco makes from module and class exist only where coco loads the program, and a type must not depend on how the program was started.`,
    hint: `Give the type, then the name:\n    super("shop:index:${target.name || "Site"}", name, args, options)`,
  });
}

function noName(target: ResourceClass): Diagnostic {
  return problem("sdk/no-name", {
    detail: `new ${target.name}(…) was given no name. Names that coco makes from where a resource stands exist only where coco loads the program, and a name must not depend on how the program was started.`,
    hint: `Give a name as the first argument:\n    new ${target.name || "Resource"}("name", { … })`,
  });
}
