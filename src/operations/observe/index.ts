/**
 * Reads logs and performance counters of objects from their providers: of one resource, of some, or of all that
 * offer them.
 *
 * Takes no lock and writes nothing.
 */
export { openLogs, type LogsOptions, type ResourceLogLine } from "./open-logs.js";
export type { ObservedResource, ObservePorts } from "./observed.js";
export {
  lastRunTimes,
  resourceStats,
  stackStats,
  type LastRun,
  type ProviderStats,
  type ResourceStats,
  type StackStats,
} from "./stack-stats.js";
