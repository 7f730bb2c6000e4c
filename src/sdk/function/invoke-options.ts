import {
  DiagnosticError,
  providerType,
  type AskOptions,
  type Diagnostic,
  type Expression,
} from "../../model/index.js";
import { problem } from "../diagnostics.js";
import type { Input } from "../output/shape.js";
import type { ProviderResource } from "../resource/provider-resource.js";
import { providerIn, resourceIn, takeDependencies } from "../resource/register-options.js";
import type { Resource } from "../resource/resource.js";

/** Options of `invoke`: they select the provider that answers. */
export interface InvokeOptions {
  /** The provider configuration that answers (default: the stack's configuration of the package). */
  readonly provider?: ProviderResource;
  /** A component whose provider configuration answers. */
  readonly parent?: Resource;
  /** The required version of the provider package. */
  readonly version?: string;
}

/** Options of `invokeOutput`. */
export interface InvokeOutputOptions extends InvokeOptions {
  /** Resources that must exist before the function is called. A component includes all resources inside it. */
  readonly dependsOn?: Input<Input<Resource> | readonly Input<Resource>[]>;
}

/** Returns the options with resources as registrations and Outputs as expressions. */
export function readInvokeOptions(
  token: string,
  options: InvokeOutputOptions,
): { readonly asked: AskOptions; readonly dependsOn: Expression | undefined } {
  const { provider, parent, version, dependsOn, ...others } = options;
  const [stranger] = Object.keys(others);
  if (stranger !== undefined) throw new DiagnosticError(unknownOption(stranger));
  const packageName = token.split(":", 1)[0]!;
  const configured = provider === undefined ? undefined : providerIn(provider, "provider");
  if (configured !== undefined && configured.type !== providerType(packageName))
    throw new DiagnosticError(otherPackage(token, configured.type));
  return {
    asked: {
      ...(configured !== undefined && { provider: configured }),
      ...(parent !== undefined && { parent: resourceIn(parent, "parent") }),
      ...(version !== undefined && { version }),
    },
    dependsOn: dependsOn === undefined ? undefined : takeDependencies(dependsOn, "dependsOn"),
  };
}

function unknownOption(name: string): Diagnostic {
  return problem("sdk/unknown-option", {
    detail: `A function call has no option ${JSON.stringify(name)}.`,
    hint: "The options are provider, parent, version and, for invokeOutput, dependsOn.",
  });
}

function otherPackage(token: string, type: string): Diagnostic {
  return problem("sdk/wrong-option", {
    detail: `The option "provider" of ${token} is ${type}, which configures another package.`,
    hint: "Pass a provider resource of the package that the token begins with.",
  });
}
