/**
 * A store in SQLite files, one per stack. Uses `node:sqlite` where the runtime has it, and libsql elsewhere.
 *
 * Handles rows and transactions, and never interprets them.
 */
export { loadedDriver, preferredDriver, type DriverName } from "./driver.js";
export { fileSigns } from "./file-signs.js";
export { lockFile } from "./lock-file.js";
export { sqliteAt, sqliteStore } from "./sqlite-store.js";
