import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CtyPath, CtyStep } from "../../../terraform/cty/index.js";
import * as messages from "./generated/tfplugin_pb.js";
import type { Answer, DeferredReason, DynamicBytes, ProviderDiagnostic } from "./provider-client.js";

export function diagnosticsOf(found: readonly messages.Diagnostic[]): readonly ProviderDiagnostic[] {
  return found.map(({ severity, summary, detail, attribute }) => {
    const path = attribute === undefined ? [] : pathOf(attribute);
    return {
      // A severity that is not known may be a new kind of error.
      severity: severity === messages.Diagnostic_Severity.WARNING ? "warning" : "error",
      summary,
      detail,
      ...(path.length > 0 && { path }),
    };
  });
}

export function onlyDiagnostics({
  diagnostics,
}: {
  readonly diagnostics: readonly messages.Diagnostic[];
}): Answer {
  return { diagnostics: diagnosticsOf(diagnostics) };
}

/** Returns the path up to the first step of a kind that is not known. */
export function pathOf({ steps }: messages.AttributePath): CtyPath {
  const path: CtyStep[] = [];
  for (const { selector } of steps) {
    if (selector.case === undefined) break;
    if (selector.case === "attributeName") path.push({ attribute: selector.value });
    else if (selector.case === "elementKeyString") path.push({ key: selector.value });
    else path.push({ index: numberOf(selector.value) });
  }
  return path;
}

export function bytesOf(value: messages.DynamicValue | undefined): DynamicBytes {
  if (value === undefined) return {};
  const { msgpack, json } = value;
  return { ...(msgpack.length > 0 && { msgpack }), ...(json.length > 0 && { json }) };
}

export function identityOf(found: messages.IdentityData | undefined): DynamicBytes | undefined {
  return found?.identityData === undefined ? undefined : bytesOf(found.identityData);
}

export function identityMessage(
  identity: DynamicBytes,
): MessageInitShape<typeof messages.IdentityDataSchema> {
  return { identityData: dynamicMessage(identity) };
}

export function dynamicMessage({
  msgpack,
  json,
}: DynamicBytes): MessageInitShape<typeof messages.DynamicValueSchema> {
  return { ...(msgpack && { msgpack }), ...(json && { json }) };
}

export function deferredOf(found: messages.Deferred | undefined): { readonly deferred?: DeferredReason } {
  return found === undefined ? {} : { deferred: deferredReasons[found.reason] ?? "unknown" };
}

const deferredReasons: { readonly [reason: number]: DeferredReason } = {
  1: "resource-config-unknown",
  2: "provider-config-unknown",
  3: "absent-prerequisite",
};

/** Returns milliseconds since 1970. */
export function timeOf(found: messages.Timestamp | undefined): number | undefined {
  return found && Number(found.seconds) * 1000 + Math.floor(found.nanos / 1_000_000);
}

/** Returns the number that stands for an integer in Coconut's values: exact, and a bigint only if it is not safe. */
export function numberOf(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
