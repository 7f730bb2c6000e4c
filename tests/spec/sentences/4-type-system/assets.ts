import type { Sentence } from "../sentence.js";

/** Assets and archives. */
export const assets: readonly Sentence[] = [
  {
    id: "4.17",
    title: "A value which is of type Asset",
    says: "An asset or archive holds exactly one of a literal, a path and a URL.",
    shownBy: "test",
  },
  {
    id: "4.18",
    title: "a literal value representing the Asset or",
    says: "A literal asset is a text; a literal archive maps names to assets and archives, nested ones included.",
    shownBy: "test",
  },
  {
    id: "4.19",
    title: "a path referencing a local file",
    says: "An asset or archive may be a path of a local file.",
    shownBy: "test",
  },
  {
    id: "4.20",
    title: "a URL referencing a local or remote",
    says: "An asset or archive may be a URL, of a local file or a remote one.",
    shownBy: "test",
  },
  {
    id: "4.21",
    title: "In the case of Assets, files referred",
    says: "The bytes of an asset's file are taken as they are, whatever the file is called.",
    shownBy: "test",
  },
  {
    id: "4.22",
    title: "In the case of Archives, files referred",
    says: "An archive's file must be in a supported format; any other is refused.",
    shownBy: "test",
  },
  {
    id: "4.23",
    title: "tarball archives (.tar)",
    says: "A `.tar` file is read as an archive.",
    shownBy: "test",
  },
  {
    id: "4.24",
    title: "gzipped tarball archives (.tar.gz)",
    says: "A `.tar.gz` file is read as an archive.",
    shownBy: "test",
  },
  {
    id: "4.25",
    title: "or ZIP archives (.zip)",
    says: "A `.zip` file is read as an archive.",
    shownBy: "test",
  },
  {
    id: "4.26",
    title: "Aside from its data, an Asset or",
    says: "An asset or archive carries the SHA-256 of its data.",
    shownBy: "test",
  },
  {
    id: "4.27",
    title: "This hash can be used to uniquely",
    says: "Two assets or archives are the same when their hashes are.",
    shownBy: "test",
  },
  {
    id: "4.28",
    title: "With these definitions in place, an asset",
    says: "All four spellings of the asset `hello` are equal and have one hash.",
    shownBy: "test",
    decision: "docs/decisions/0005-sha-256-of-hello.md",
  },
  {
    id: "4.29",
    title: 'the literal value "hello" (sequence of bytes',
    says: "The literal `hello` is five bytes, and its hash is theirs.",
    shownBy: "test",
    decision: "docs/decisions/0005-sha-256-of-hello.md",
  },
  {
    id: "4.30",
    title: "the path /path/to/file, where /path/to/file contains",
    says: "A path of a file that holds `hello` is that asset.",
    shownBy: "test",
  },
  {
    id: "4.31",
    title: "the URL file:///path/to/file, where /path/to/file contains",
    says: "A `file:` URL of such a file is that asset.",
    shownBy: "test",
  },
  {
    id: "4.32",
    title: "the URL https://example.com/file.txt, where retrieving the contents",
    says: "An `https:` URL that serves `hello` is that asset.",
    shownBy: "test",
  },
  {
    id: "4.33",
    title: "An archive consisting of two files, one",
    says: "All four spellings of the archive of `file1` and `file2` have the same entries.",
    shownBy: "test",
  },
  {
    id: "4.34",
    title: 'the literal value { "file1": "hello", "file2"',
    says: "A literal map from names to texts is that archive, with a hash that depends on its content alone.",
    shownBy: "test",
  },
  {
    id: "4.35",
    title: "the path /path/to/archive.tar, where /path/to/archive.tar is a",
    says: "A path of a tarball with the two files is that archive, with a hash.",
    shownBy: "test",
  },
  {
    id: "4.36",
    title: "the URL file:///path/to/archive.tar.gz, where /path/to/archive.tar.gz is",
    says: "A `file:` URL of a gzipped tarball with the two files is that archive, with a hash.",
    shownBy: "test",
  },
  {
    id: "4.37",
    title: "the URL https://example.com/archive.zip, where retrieving the contents",
    says: "An `https:` URL that serves a ZIP file with the two files is that archive, with a hash.",
    shownBy: "test",
  },
];
