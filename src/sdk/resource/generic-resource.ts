import type { Output } from "../output/output.js";
import { CustomResource } from "./custom-resource.js";

/** What stands for a resource whose class is not loaded. Programs do not make any. */
export class GenericResource extends CustomResource {}

/** A resource of any type: each property that is read of it is an Output. */
export type AnyResource = GenericResource & { readonly [property: string]: Output<unknown> };
