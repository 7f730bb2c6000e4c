/** The state of a stack: resources, their objects, and the journal from which both are derived. */
export type * from "./journal-record.js";
export type * from "./object-row.js";
export { packageKey, type PackageRecord, type PluginRecord } from "./package-record.js";
export type * from "./resource-row.js";
export { objectKey, type OpenIntent, type Snapshot } from "./snapshot.js";
export { databaseOf } from "./state-file.js";
