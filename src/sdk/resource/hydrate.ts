import {
  parseUrn,
  typeOfUrn,
  type Diagnostic,
  type HydratedHandle,
  type ResourceReference,
  type SourcePosition,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import { currentContext } from "../recording/context.js";
import type { Output } from "../output/output.js";
import { CustomResource } from "./custom-resource.js";
import { withOutputFields } from "./output-fields.js";
import { kindKey, registrationKey, schemaKey, type ResourceClass } from "../recording/brands.js";
import { classFor } from "./resource-classes.js";

export interface Hydration {
  readonly urn: string;
  /** Facts about the resource besides its URN. */
  readonly reference?: ResourceReference;
  readonly position?: SourcePosition | undefined;
  /** The class to use instead of the one registered for the type. */
  readonly as?: ResourceClass | undefined;
}

/**
 * Returns the resource object of a URN: the program's own object if it declared the resource, else an unregistered
 * object of the class of its type that reads the values of the program or of state under that URN.
 */
export function hydrate({ urn, reference, position, as }: Hydration): object {
  const recorder = currentContext()?.recorder;
  const { packageVersion } = reference ?? {};
  const known = recorder?.known(urn, packageVersion);
  if (known !== undefined && (as === undefined || known.resource instanceof as)) return known.resource;
  const parsed = parseUrn(urn, { names: "foreign" });
  const type = typeOfUrn(parsed);
  const found = as ?? classFor(type, packageVersion);
  if (found === "other-major") recorder?.warnings.push(otherMajor(type, packageVersion!, position));
  const resourceClass: ResourceClass = typeof found === "string" ? GenericResource : found;
  const object = Object.create(resourceClass.prototype as object) as object;
  const schema = resourceClass[schemaKey] ?? recorder?.settings.schemaOf?.(type);
  const handle: HydratedHandle = {
    kind: typeof found === "string" ? kindOf(reference) : (resourceClass[kindKey] ?? kindOf(reference)),
    type,
    name: parsed.name,
    urn,
    resource: Object.hasOwn(resourceClass, schemaKey) ? object : withOutputFields(object, schema),
    reference,
    position,
  };
  Object.defineProperty(object, registrationKey, { value: handle });
  recorder?.hydrated(handle);
  return handle.resource;
}

/** The class of a resource whose own class is not loaded. Programs do not construct it. */
class GenericResource extends CustomResource {}

/** A resource of any type. Every property that is read is an Output. */
export type AnyResource = GenericResource & { readonly [property: string]: Output<unknown> };

/** Returns the kind of a referenced resource. The reference to a component has no id. */
function kindOf(reference: ResourceReference | undefined): "component" | "custom" {
  return reference !== undefined && reference.id === undefined ? "component" : "custom";
}

function otherMajor(type: string, version: string, position: SourcePosition | undefined): Diagnostic {
  return problem("sdk/other-major", {
    severity: "warning",
    detail: `A reference names a ${type} of package version ${version}. The classes loaded for this type belong to other major versions, so the resource is returned without its class.`,
    hint: "Load the package version that manages the resource, or read its properties by name.",
    ...(position && { position }),
  });
}
