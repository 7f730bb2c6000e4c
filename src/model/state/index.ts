/** What a stack remembers: resources, the objects that exist for them, and the journal that both come from. */
export type * from "./journal-record.js";
export type * from "./object-row.js";
export { packageKey, type PackageRecord, type PluginRecord } from "./package-record.js";
export type * from "./resource-row.js";
export { objectKey, type OpenIntent, type Snapshot } from "./snapshot.js";
export { databaseOf } from "./state-file.js";
