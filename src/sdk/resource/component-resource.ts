import { DiagnosticError } from "../../model/index.js";
import { capture } from "../recording/capture.js";
import { handedOver } from "../recording/context.js";
import { problem } from "../diagnostics.js";
import type { RegistrationRecord } from "../recording/recorder.js";
import { Resource } from "./resource.js";
import { kindKey, registrationKey } from "../recording/brands.js";
import type { ResourceOptions } from "./resource-options.js";

/**
 * A resource that groups others. Its children name it as their `parent`; no provider manages the component itself.
 * Coconut never changes the fields of the class.
 *
 * ```ts
 * class Site extends coconut.ComponentResource {
 *   readonly url: coconut.Output<string>;
 *   constructor(name: string, args: SiteArgs, options?: coconut.ResourceOptions) {
 *     super("shop:web:Site", name, args, options);
 *     const bucket = new Bucket(`${name}-files`, {}, { parent: this });
 *     this.url = bucket.url;
 *     this.registerOutputs({ url: this.url });
 *   }
 * }
 * ```
 */
export abstract class ComponentResource extends Resource {
  /** @internal */
  static readonly [kindKey] = "component";

  // oxlint-disable-next-line no-useless-constructor -- takes the other form of the base constructor's parameters away
  constructor(type: string, name: string, args?: object, options?: ResourceOptions) {
    super(type, name, args, options);
  }

  /** Registers the outputs of the component. Call it once, after all children have been declared. */
  protected registerOutputs(outputs: object = {}): void {
    const registration = this[registrationKey] as RegistrationRecord;
    if (registration.outputs !== undefined) {
      throw new DiagnosticError(
        problem("sdk/outputs-registered-twice", {
          detail: `registerOutputs() was called twice for ${registration.type} ${JSON.stringify(registration.name)}.`,
          hint: "Call it once, at the end of the constructor of the most derived class.",
          resource: registration.urn,
          ...(registration.position && { position: registration.position }),
        }),
      );
    }
    registration.outputs = handedOver(capture(outputs));
  }
}
