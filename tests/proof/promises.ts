import type { ProofLayer } from "../support/proof.js";

/** A promise to users, the layers that test it, and its limits. */
export interface Promised {
  readonly promise: string;
  readonly layers: readonly ProofLayer[];
  readonly limit: string;
}

export const promises: readonly Promised[] = [
  {
    promise:
      "If a run is killed at any instant, the next run resolves its interrupted operations: it adopts objects that were created, waits for a create that may still take effect, repeats a create that had no effect with the same idempotency key, and plans interrupted updates and deletes again. State never has to be edited by hand.",
    layers: ["simulation", "single-faults", "crash-matrix", "power-loss"],
    limit:
      "If a type cannot look up an interrupted create, its resource is held back until you resolve the create with `coco recover`. A request of the killed run may take effect after the next run has read the objects. A later plan then shows a late update as drift, and a late delete as a missing object. A late create is found and adopted if it takes effect within `lateWithinMs` of its type after the last sign of life of the killed run (default: 30 seconds for types with `find`). A create that takes effect even later creates a second object, unless the service supports idempotency keys; the next run of the whole stack reports both ids. If the clock of the machine is set forward between two runs, the second run waits for a shorter time. If the idempotency key that a provider stores on an object is removed, `find` does not find the object. A process that a provider has started, such as the script of a `Command`, may outlive the killed run: the next run waits for it until the deadline of its call, and then kills it. This works only on the same machine: a process on another machine, in another container or from before a restart counts as ended. `tests/providers/command-outlives.test.ts` tests this; the layers below do not.",
  },
  {
    promise:
      "A record whose commit has returned survives a power loss. An interrupted commit is rolled back completely.",
    layers: ["power-loss"],
    limit:
      "The test truncates SQLite's log in the order in which it was written. Disks that reorder writes, or report a flush before it is done, are not simulated.",
  },
  {
    promise:
      "If a run dies while it holds the lock, the next run detects this and takes over the lock immediately. No command forces a lock open.",
    layers: ["lock"],
    limit:
      "A run whose end cannot be observed, such as a run on another machine, counts as alive: to release its lock, run a command on that machine. Coconut never opens a state file except through SQLite, not even for an asset, an archive or a bundled provider. If other code in the process of a run opens and closes the file, such as a program that copies `.coconut/dev.db`, the operating system drops the file locks of that process. The run still counts as alive, because its socket answers. However, another process may then remove SQLite's log, and the next commit of the run is refused.",
  },
  {
    promise: "A run that lost the lock writes no more records and starts no more changes.",
    layers: ["lock", "simulation"],
    limit:
      "A change whose intent was already recorded may still be sent or take effect. If this happens after the next run has read the objects, only a later plan shows it. Reads are not prevented.",
  },
  {
    promise:
      "Apply performs the approved plan, or fewer steps. A saved plan is refused before any provider is called if the state, the program, its configuration or the version of a package has changed.",
    layers: ["bad-input", "altered-bytes", "simulation"],
    limit:
      "A package that the program does not import is compared by name, version and module, not by its bytes. The plans of further rounds (`--rounds`) are shown and applied without another approval. Providers run in the process of the engine, so Coconut cannot prevent a provider from doing more than the plan.",
  },
  {
    promise: "A modified record in state, or a modified byte in a plan file, is detected before it is used.",
    layers: ["altered-bytes"],
    limit:
      "Anyone who has the key of the stack can write valid records. Programs and providers share the built-ins of JavaScript with the engine: a patched `JSON` or `toJSON` does not change the stored data, but other patched built-ins, such as `Array.prototype.map`, can. A byte that is modified in SQLite's log after a crash, or an older copy of the whole file, rolls the stack back to an earlier commit. This is detected on a machine that has seen the later commit (`~/.config/coconut/seen`), but not on another machine or with `COCONUT_KEY_FILE`.",
  },
  {
    promise:
      "Coconut stores values that are marked as secret only encrypted, and prints them only as `[secret]`. In errors and log messages of providers and programs, it masks the secrets that they received: verbatim, escaped for JSON, URLs, HTML and shells, in base64 and hex, as HTML entities and escapes (`\\u0068`, `\\x68`), as lists of bytes (`<Buffer 68 75>`, `68:75`, `[104, 117]`), in UTF-16, and any twelve consecutive characters of a secret.",
    layers: ["secrets"],
    limit:
      "Other transformations are not detected: hashes, compression, encryption, other encodings such as base32, octal or quoted-printable, one encoding inside another, hex in groups of several bytes as in a hex dump, UTF-16 of characters beyond Latin-1, reversed text, and parts of fewer than twelve characters. Strings of fewer than three characters, numbers of fewer than four digits, `true`, `false` and the keys of objects are not masked. If the secrets of one call have more than 100,000 characters in total, Coconut does not mask all encodings. Above two million characters, it masks only whole lines. Encrypted values reveal their length, and whether the value in the same location has changed; plans also show whether it changed. Output that code prints or stores itself, for example with `console.log`, is not masked. Memory is not protected.",
  },
  {
    promise: "An encrypted secret cannot be decrypted in any other location than its own.",
    layers: ["secrets"],
    limit:
      "A location is a stack, a resource with its generation, and the path of the value. An older value in the same location is detected by the authentication of its row, but not if the whole file is restored from an older copy.",
  },
  {
    promise: "A failed, refused or unanswered read is never taken as proof that the object is gone.",
    layers: ["simulation", "single-faults", "seeded-bugs"],
    limit:
      "If `read` returns “not found” for an object that exists, Coconut accepts this answer after `settlesWithinMs` of its type (default: zero). If at least three objects, and more than a fifth of the objects that a plan reads, are missing, the plan is refused without `--accept-gone`.",
  },
  {
    promise:
      "Bad input leads to a diagnostic that says what is wrong, where it is and how to fix it, with the documented exit code.",
    layers: ["bad-input"],
    limit:
      "This is tested for the inputs in the corpus. Inputs for features that Coconut does not have are listed with the reason and counted separately.",
  },
  {
    promise: "Every failure of the simulation can be replayed: the same seed produces the same trace.",
    layers: ["simulation"],
    limit: "Programs that read the clock, files or the network themselves are not simulated.",
  },
  {
    promise: "The tests are tested: each seeded bug in the list is caught by the layer that must catch it.",
    layers: ["seeded-bugs"],
    limit:
      "A bug that is not in the list may be missed. The random stories of the simulation search for such bugs.",
  },
];
