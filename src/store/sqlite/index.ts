/**
 * A store in SQLite files, one per stack, by `node:sqlite` where the runtime has it and libsql elsewhere.
 *
 * Knows rows and transactions, never what they mean.
 */
export { loadedDriver, preferredDriver, type DriverName } from "./driver.js";
export { fileSigns } from "./file-signs.js";
export { lockFile } from "./lock-file.js";
export { sqliteAt, sqliteStore } from "./sqlite-store.js";
