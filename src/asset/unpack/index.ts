/**
 * Unpacks archive files in memory.
 *
 * Never writes a file, follows a link, or hands on an entry before its name and size were checked.
 */
export { unpackArchive } from "./unpack-archive.js";
