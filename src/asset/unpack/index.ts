/**
 * Unpacks archive files in memory.
 *
 * Never writes a file, follows a link, or returns an entry before its name and size have been checked.
 */
export { unpackArchive } from "./unpack-archive.js";
