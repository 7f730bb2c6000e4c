import { diagnosticCatalogue } from "../model/index.js";

export const problem = diagnosticCatalogue({
  "store/unknown-location": "This is no place for a store",
  "store/stack-name": "A stack cannot have this name",
  "store/no-stack": "There is no stack of this name",
  "store/other-project": "The stack belongs to another project",
  "store/locked": "Another run is changing the stack",
  "store/fenced": "This run has lost its lock",
  "store/integrity": "The store was altered",
  "store/sealed-value": "A secret in the store cannot be opened",
  "store/key-missing": "The key of the stack is missing",
  "store/key-wrong": "This is not the key of the stack",
  "store/key-unchanged": "The key of the stack is wrapped so already",
  "store/key-exposed": "The key file can be read by others",
  "store/passphrase-too-short": "The passphrase is too short",
  "store/not-a-stack": "The file is not a stack of Coconut's",
  "store/newer-format": "The stack was written by a newer Coconut",
  "store/unreadable": "The store cannot be reached",
  "store/busy": "The store is in use",
  "store/write-failed": "The store cannot be written",
  "store/refused-record": "A journal record was refused",
  "store/no-driver": "There is no SQLite for this platform",
});
