import type { DescMessage } from "@bufbuild/protobuf";
import * as messages from "./generated/tfplugin_pb.js";

/** A call of the provider protocols: its name in each, and its messages. */
export interface Rpc<Request extends DescMessage, Response extends DescMessage> {
  readonly 5: string;
  readonly 6: string;
  readonly request: Request;
  readonly response: Response;
}

/** The differences between protocols 5 and 6, apart from schemas: the names of some calls. */
export const rpcs = {
  schema: rpc("GetSchema/GetProviderSchema", messages.EmptySchema, messages.SchemaResponseSchema),
  metadata: rpc("GetMetadata", messages.EmptySchema, messages.MetadataResponseSchema),
  validateProvider: rpc(
    "PrepareProviderConfig/ValidateProviderConfig",
    messages.ValidateProviderRequestSchema,
    messages.ValidateProviderResponseSchema,
  ),
  configure: rpc(
    "Configure/ConfigureProvider",
    messages.ConfigureRequestSchema,
    messages.DiagnosticsResponseSchema,
  ),
  validateResource: rpc(
    "ValidateResourceTypeConfig/ValidateResourceConfig",
    messages.TypeConfigRequestSchema,
    messages.DiagnosticsResponseSchema,
  ),
  upgrade: rpc(
    "UpgradeResourceState",
    messages.UpgradeStateRequestSchema,
    messages.UpgradeStateResponseSchema,
  ),
  upgradeIdentity: rpc(
    "UpgradeResourceIdentity",
    messages.UpgradeIdentityRequestSchema,
    messages.UpgradeIdentityResponseSchema,
  ),
  read: rpc("ReadResource", messages.ReadRequestSchema, messages.ReadResponseSchema),
  plan: rpc("PlanResourceChange", messages.PlanRequestSchema, messages.PlanResponseSchema),
  apply: rpc("ApplyResourceChange", messages.ApplyRequestSchema, messages.ApplyResponseSchema),
  import: rpc("ImportResourceState", messages.ImportRequestSchema, messages.ImportResponseSchema),
  validateData: rpc(
    "ValidateDataSourceConfig/ValidateDataResourceConfig",
    messages.TypeConfigRequestSchema,
    messages.DiagnosticsResponseSchema,
  ),
  readData: rpc("ReadDataSource", messages.ReadDataRequestSchema, messages.ReadDataResponseSchema),
  functions: rpc("GetFunctions", messages.EmptySchema, messages.FunctionsResponseSchema),
  callFunction: rpc("CallFunction", messages.CallFunctionRequestSchema, messages.CallFunctionResponseSchema),
  identitySchemas: rpc(
    "GetResourceIdentitySchemas",
    messages.EmptySchema,
    messages.IdentitySchemasResponseSchema,
  ),
  validateEphemeral: rpc(
    "ValidateEphemeralResourceConfig",
    messages.TypeConfigRequestSchema,
    messages.DiagnosticsResponseSchema,
  ),
  openEphemeral: rpc(
    "OpenEphemeralResource",
    messages.TypeConfigRequestSchema,
    messages.OpenEphemeralResponseSchema,
  ),
  renewEphemeral: rpc(
    "RenewEphemeralResource",
    messages.OpenedEphemeralRequestSchema,
    messages.RenewEphemeralResponseSchema,
  ),
  closeEphemeral: rpc(
    "CloseEphemeralResource",
    messages.OpenedEphemeralRequestSchema,
    messages.DiagnosticsResponseSchema,
  ),
  generateConfiguration: rpc(
    "GenerateResourceConfig",
    messages.GenerateConfigRequestSchema,
    messages.GenerateConfigResponseSchema,
  ),
  stop: rpc("Stop/StopProvider", messages.EmptySchema, messages.StopResponseSchema),
} as const;

/** @param names The name, or those of protocol 5 and of protocol 6. */
function rpc<Request extends DescMessage, Response extends DescMessage>(
  names: string,
  request: Request,
  response: Response,
): Rpc<Request, Response> {
  const [five = names, six = five] = names.split("/");
  return { 5: five, 6: six, request, response };
}
