/**
 * Unpacks archive files in memory.
 *
 * May import: model, and the entries and diagnostics of `asset`. Never: writes a file, follows a link, or hands on
 * an entry before its name and size were checked.
 */
export { unpackArchive, type PackedArchive } from "./unpack-archive.js";
