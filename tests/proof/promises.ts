import type { ProofLayer } from "../support/proof.js";

/** What users are promised, what shows it, and where it ends. */
export interface Promised {
  readonly promise: string;
  readonly layers: readonly ProofLayer[];
  readonly limit: string;
}

export const promises: readonly Promised[] = [
  {
    promise:
      "If a run is killed at any instant, the next run settles what it left: it adopts objects that were created, waits for a create that may still arrive, repeats one that did not happen with the same idempotency key, and plans interrupted updates and deletes again. Nobody edits state.",
    layers: ["simulation", "single-faults", "crash-matrix", "power-loss"],
    limit:
      "If a type cannot look up an interrupted create, its resource is held back until `coco recover` says what became of it. A request that the killed run had sent may take effect after the next run has looked. A late update or delete then shows as drift or as a missing object in a later plan. A late create is found and adopted if it takes effect within `lateWithinMs` of its type after the killed run last gave a sign of life; that is 30 seconds by default for types with `find`. A create that takes effect even later makes a second object unless the service honours idempotency keys; the next run of the whole stack reports both ids. If the clock of the machine is set forward between two runs, the second waits for a shorter time. Removing the idempotency key that a provider stores on an object keeps `find` from finding it. A process that a provider has started, such as the script of a `Command`, may outlive the killed run: the next run waits for it until the deadline of its call, and then ends it. It is seen on its own machine only; a process of another machine, of another container or from before a restart counts as ended. `tests/providers/command-outlives.test.ts` shows this, and none of the layers below.",
  },
  {
    promise:
      "A record whose commit has returned survives a loss of power. A commit that was interrupted is absent as a whole.",
    layers: ["power-loss"],
    limit:
      "The test cuts SQLite's log in the order in which it was written. Disks that reorder writes, or report a flush before it is done, are not simulated.",
  },
  {
    promise:
      "A run that died while it held the lock is recognised, and the next run takes over at once. There is no command that forces a lock open.",
    layers: ["lock"],
    limit:
      "A run whose end cannot be observed from here, such as one on another machine, counts as alive: its lock is released by a command there. Coconut itself never opens a state file other than through SQLite, not even for an asset, an archive or a bundled provider. Other code in the process of a run that opens and closes one, such as a program that copies `.coconut/dev.db`, makes the system drop the file locks of that process. The run still counts as alive, because its socket answers; but another process may then remove SQLite's log, and the next commit of the run is refused.",
  },
  {
    promise: "A run that lost the lock writes no further record, and begins no further change.",
    layers: ["lock", "simulation"],
    limit:
      "A change whose intent was recorded before may still be sent, or take effect, later. If that is after the next run has looked, only a later plan shows it. Reads are not held back.",
  },
  {
    promise:
      "Apply performs the plan that was approved, or less. A saved plan is refused before any provider is called if the state, the program, its configuration or the version of a package is another one.",
    layers: ["bad-input", "altered-bytes", "simulation"],
    limit:
      "A package that the program does not import is compared by name, version and module, not by its bytes. The plans of further rounds (`--rounds`) are shown and applied without another question. Providers run in the process of the engine: Coconut cannot keep one from doing more than it is asked to.",
  },
  {
    promise: "An altered record of state, or an altered byte of a plan file, is noticed before it is used.",
    layers: ["altered-bytes"],
    limit:
      "Anyone who has the key of the stack can write valid records. Programs and providers share the built-ins of JavaScript with the engine: a patched `JSON` or `toJSON` does not change what is stored, but other replaced built-ins, such as `Array.prototype.map`, can. A byte that is altered in SQLite's log after a crash, or an older copy of the whole file, leaves the stack as of an earlier commit: this is noticed where the later commit was seen (`~/.config/coconut/seen`), and not on another machine or with `COCONUT_KEY_FILE`.",
  },
  {
    promise:
      "Coconut stores a value that is marked as secret only encrypted, and prints it only as `[secret]`. From what providers and programs throw or log it removes the secrets that they were given: as they are, spelled for JSON, URLs, HTML and shells, in base64 and hex, as HTML entities and escapes (`\\u0068`, `\\x68`), as lists of bytes (`<Buffer 68 75>`, `68:75`, `[104, 117]`), in UTF-16, and any twelve consecutive characters of one.",
    layers: ["secrets"],
    limit:
      "Other transformations are not recognised: hashes, compression, encryption, other encodings such as base32, octal or quoted-printable, one encoding inside another, hex in groups of several bytes as in a hex dump, UTF-16 of characters beyond Latin-1, a reversed text, and pieces of fewer than twelve characters. Texts of fewer than three characters, numbers of fewer than four digits, `true`, `false` and the keys of objects are not searched for. Of more than 100,000 characters of secrets in one call, not all spellings are; of more than two million, only whole lines. Encrypted values show their length, and whether the value in a place is the same as before; plans show whether it changed. What code prints or stores itself, for example with `console.log`, is not masked. Memory is not protected.",
  },
  {
    promise: "An encrypted secret cannot be decrypted in any other place than its own.",
    layers: ["secrets"],
    limit:
      "A place is a stack, a resource with its generation, and the path of the value. An older value in the same place is recognised by what authenticates its row, and not if the whole file is put back.",
  },
  {
    promise: "A resource is not taken for deleted because a read failed, was refused or did not answer.",
    layers: ["simulation", "single-faults", "seeded-bugs"],
    limit:
      "A `read` that returns “not found” for an object that exists is believed after `settlesWithinMs` of its type, which is zero by default. If at least three objects and more than a fifth of those that are read are missing at once, nothing is planned without `--accept-gone`.",
  },
  {
    promise:
      "Bad input ends in a diagnostic that says what is wrong, where, and what to do, with the documented exit code.",
    layers: ["bad-input"],
    limit:
      "This is shown for the inputs of the corpus. Those of features that do not exist are listed in it with the reason, and counted separately.",
  },
  {
    promise: "Every failure of the simulation can be replayed: the same seed gives the same trace.",
    layers: ["simulation"],
    limit: "Programs that read clocks, files or networks themselves are not simulated.",
  },
  {
    promise:
      "The tests are tested: each deliberate mistake in the list is noticed by the layer that must notice it.",
    layers: ["seeded-bugs"],
    limit: "A mistake that is not in the list may go unnoticed. The random stories search for those.",
  },
];
