import type { LogLevel } from "../protocol/index.js";

/**
 * Returns the variables with which a provider is started, in addition to the environment of this process. The first one proves to
 * it that its caller is a host for providers. `undefined` removes a variable.
 */
export function providerEnvironment(
  socketFolder: string,
  logs: LogLevel | undefined,
  own: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string | undefined>> {
  return {
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_PROTOCOL_VERSIONS: "5,6",
    // The range of ports on Windows.
    PLUGIN_MIN_PORT: "10000",
    PLUGIN_MAX_PORT: "25000",
    // Of a host that started this process, for this process.
    PLUGIN_CLIENT_CERT: undefined,
    PLUGIN_MULTIPLEX_GRPC: undefined,
    PLUGIN_UNIX_SOCKET_DIR: undefined,
    PLUGIN_UNIX_SOCKET_GROUP: undefined,
    // The provider creates its socket there.
    TMPDIR: socketFolder,
    ...logVariables(logs, own),
  };
}

/**
 * Without these, a provider writes each request at trace level, which costs most of its time. The levels that the user has set count
 * unless logs are requested. At level error, the part for the protocol only repeats the diagnostics of answers.
 */
function logVariables(logs: LogLevel | undefined, own: NodeJS.ProcessEnv) {
  const wanted = logs?.toUpperCase();
  const usual = own["TF_LOG"] === "JSON" ? "TRACE" : own["TF_LOG"] || undefined;
  const sdk = wanted ?? (own["TF_LOG_SDK"] || usual);
  return {
    TF_LOG_SDK: sdk ?? "ERROR",
    TF_LOG_SDK_PROTO: wanted ?? (own["TF_LOG_SDK_PROTO"] || (sdk ?? "OFF")),
    TF_LOG_PROVIDER: wanted ?? (own["TF_LOG_PROVIDER"] || (usual ?? "ERROR")),
  };
}
