/**
 * What the objects of resources log and count, asked of their providers: of one, of some, or of all that offer it.
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
