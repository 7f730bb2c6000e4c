import { isJsonObject, JSON } from "../../../std/plain-json.js";
import type { LogLevel, ProviderLog } from "../protocol/index.js";

/**
 * Reads a line of a provider's log: JSON of hclog, or text with a level in brackets. Any other line is at level `debug`, because
 * libraries print such lines, unless it begins the report of a crash.
 */
export function parseProviderLog(line: string): ProviderLog {
  return structuredLog(line) ?? textLog(line);
}

/**
 * Returns a line of a provider's log as people read it: `[ERROR] text: key=value`. Returns undefined for the line that go-plugin
 * writes at each start.
 */
export function legibleLog(line: string): string | undefined {
  const log = structuredLog(line);
  if (log === undefined) return line;
  if (log.text === "plugin address") return undefined;
  const members = Object.entries(log.fields)
    .filter(([name]) => !/^@|^tf_/.test(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const text = `[${log.level.toUpperCase()}] ${log.text}`;
  return members.length === 0 ? text : `${text}: ${members.join(" ")}`;
}

/** The line with which Go begins the report of a crash. */
export const crashReport = /^(?:panic|fatal error): /;

function structuredLog(line: string): ProviderLog | undefined {
  if (!line.startsWith("{")) return undefined;
  const found = parsed(line);
  if (found === undefined || typeof found["@message"] !== "string") return undefined;
  const { "@level": level, "@message": text, "@timestamp": _, tf_rpc: rpc, ...fields } = found;
  const type = typeKeys.map((key) => fields[key]).find((each) => typeof each === "string");
  return {
    // Go's own log library has no levels. Its lines arrive as messages of level info that begin with a time.
    ...(printed.test(text) ? textLog(text) : { level: levelOf(level), text }),
    ...(typeof type === "string" && { resourceType: type }),
    ...(typeof rpc === "string" && { rpc }),
    fields,
  };
}

const printed = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /;

const typeKeys = ["tf_resource_type", "tf_data_source_type", "tf_ephemeral_resource_type"];

function parsed(line: string): { readonly [key: string]: unknown } | undefined {
  try {
    const found: unknown = JSON.parse(line);
    return isJsonObject(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function textLog(line: string): ProviderLog {
  if (crashReport.test(line)) return { level: "error", text: line, fields: {} };
  const [, level, text = line] = leveled.exec(line) ?? [];
  return { level: level === undefined ? "debug" : levelOf(level), text, fields: {} };
}

/** A time as Go's libraries write it, which may be missing, and a level: `2026/11/18 16:00:00 [INFO] text`. */
const leveled = /^(?:\d{4}[/-]\d\d[/-]\d\d[T ]\d\d:\d\d:\d\d\S*\s+)?\[([A-Z]+)\]\s*(.*)$/s;

function levelOf(level: unknown): LogLevel {
  const name = String(level).toLowerCase();
  return levels[name] ?? "info";
}

const levels: { readonly [name: string]: LogLevel } = {
  trace: "trace",
  debug: "debug",
  info: "info",
  warn: "warn",
  warning: "warn",
  error: "error",
  err: "error",
};
