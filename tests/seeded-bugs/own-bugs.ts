import { firstSeeds, kills, story, tests } from "./catchers.js";
import { childBugs } from "./child-bugs.js";
import { codeBugs } from "./code-bugs.js";
import type { AppliedBug } from "./seeded-bug.js";

/** Further ones, that are of this engine; many of them only a fault at the right moment brings to light. */
export const ownBugs: readonly AppliedBug[] = [
  ...codeBugs,
  ...childBugs,
  {
    bug: "an update is called before its intent is durable",
    mutant: "an update does not wait for its intent",
    caughtBy: story("update"),
  },
  {
    bug: "a delete is called before its intent is durable",
    mutant: "a delete does not wait for its intent",
    caughtBy: story("destroy"),
  },
  {
    bug: "an outcome is recorded without the projection",
    mutant: "an outcome is recorded without its rows",
    caughtBy: story("update"),
  },
  {
    bug: "what the journal says is not entered",
    mutant: "records ahead of the rows are passed over",
    caughtBy: kills("create"),
  },
  {
    bug: "rows are ahead of the journal",
    mutant: "rows are written of records that are not",
    caughtBy: tests("store tests", "tests/store/commits.test.ts", "nothing of those behind"),
  },
  {
    bug: "a takeover leaves rows behind",
    mutant: "a run leaves the rows where a dead one left them",
    caughtBy: tests("store tests", "tests/store/commits.test.ts", "whoever takes over"),
  },
  {
    bug: "a record is acknowledged before its commit",
    mutant: "a record is acknowledged before it is written",
    caughtBy: story("create"),
  },
  {
    bug: "a failed append is taken for written",
    mutant: "a write that failed counts as made",
    caughtBy: story("create"),
  },
  {
    bug: "a run that was taken over goes on",
    mutant: "a run that has lost its lock goes on",
    caughtBy: story("create"),
  },
  {
    bug: "no compare-and-set of the head in memory",
    mutant: "the head in memory is written whatever it was",
    caughtBy: story("create"),
  },
  {
    bug: "a takeover does not raise the epoch",
    mutant: "who takes over has the epoch of the dead",
    caughtBy: kills("create"),
  },
  {
    bug: "the open intent of a dead process is ignored",
    mutant: "what was cut off is not looked at",
    caughtBy: kills("create"),
  },
  {
    bug: "what recovery finds out is not recorded",
    mutant: "what was found out is not recorded",
    caughtBy: kills("create"),
  },
  {
    bug: "an object is adopted and its predecessor forgotten",
    mutant: "what an adopted object replaces is let go",
    caughtBy: kills("replace, new one first"),
  },
  {
    bug: "an adopted object counts as finished",
    mutant: "an adopted object counts as finished",
    caughtBy: kills("create"),
  },
  {
    bug: "an update that was cut off counts as made",
    mutant: "an update that was cut off counts as made",
    caughtBy: tests("scenarios", "tests/scenarios/crash.test.ts", "no longer wanted is taken back"),
  },
  {
    bug: "a delete that was cut off counts as made",
    mutant: "a delete that was cut off counts as made",
    caughtBy: kills("destroy"),
  },
  {
    bug: "the successor of what was deleted first is forgotten",
    mutant: "a deleted object that owes a successor is forgotten",
    caughtBy: kills("replace, old one first"),
  },
  {
    bug: "a rotation that was cut off is never finished",
    mutant: "a rotation that was cut off is not finished",
    caughtBy: tests("store tests", "tests/store/rotation.test.ts", "what a failing commit left half done"),
  },
  {
    bug: "an id that was told early is not recorded",
    mutant: "an id that is told is not recorded",
    caughtBy: tests("scenarios", "tests/scenarios/eventual-consistency.test.ts", "with its id known"),
  },
  {
    bug: "an error that leaves things open counts as a refusal",
    mutant: "what may have happened counts as failed",
    caughtBy: story("create"),
  },
  {
    bug: "a call that is given up counts as not made",
    mutant: "what is left while it hangs counts as failed",
    caughtBy: story("create"),
  },
  {
    bug: "a delete without an answer counts as made",
    mutant: "a delete that nobody has answered counts as made",
    caughtBy: story("destroy"),
  },
  {
    bug: "a call may take for ever",
    mutant: "the deadline of a change is not enforced",
    caughtBy: story("create"),
  },
  {
    bug: "a question may take for ever",
    mutant: "the deadline of a question is not enforced",
    caughtBy: story("update"),
  },
  {
    bug: "a question without an answer is an absence",
    mutant: "a question that is not answered is an absence",
    caughtBy: story("update"),
  },
  {
    bug: "a create that cannot be looked up counts as not made",
    mutant: "a create that cannot be looked up counts as not made",
    caughtBy: story("create what cannot be looked up"),
  },
  {
    bug: "what goes with a replacement is not marked in its commit",
    mutant: "what goes with a replacement is not marked in its commit",
    caughtBy: tests("scenarios", "tests/scenarios/going-with.test.ts", "that failed is still to be done"),
  },
  {
    bug: "dependents of a failed step are performed",
    mutant: "dependents of a failed step are performed",
    caughtBy: tests("scenarios", "tests/scenarios/failures.test.ts", "the first failure stops"),
  },
  {
    bug: "an approved plan is applied to another state",
    mutant: "a plan is applied although the stack has moved",
    caughtBy: tests("scenarios", "tests/scenarios/premises.test.ts", "when the stack has moved"),
  },
  {
    bug: "a run writes on after a failed write",
    mutant: "a run goes on writing after a failed write",
    caughtBy: story("create"),
  },
  {
    bug: "a locked file is no sign of life",
    mutant: "a file that is locked is no sign of life",
    caughtBy: tests("lock", "tests/lock/machines.test.ts", "while it lives, also when it is stopped"),
  },
  {
    bug: "a run that lost its file lock is taken for dead",
    mutant: "a run whose socket answers is dead when its file is free",
    caughtBy: tests("lock", "tests/lock/state-files.test.ts", "opened and closed by its own process"),
  },
  {
    bug: "an asset of a state file is read in the process of the run",
    mutant: "a file that the process has locked may be opened",
    caughtBy: tests("lock", "tests/lock/state-files.test.ts", "an asset of the state file"),
  },
  {
    bug: "a command that waits for the lock is refused",
    mutant: "a lock that is waited for is refused when the run begins",
    caughtBy: tests("lock", "tests/lock/waiting.test.ts", "goes on when the lock is free"),
  },
  {
    bug: "a plan is shown before the lock is looked at",
    mutant: "an apply makes a plan although the stack is locked",
    caughtBy: tests("lock", "tests/lock/waiting.test.ts", "says first who holds the stack"),
  },
  {
    bug: "objects that are made after the store is deleted are not listed",
    mutant: "what is done after the store is gone is not listed",
    caughtBy: tests("crash-matrix", "tests/crash/deleted-store.test.ts", "every call that still runs"),
  },
  {
    bug: "a process with the number of a dead one is taken for it",
    mutant: "a process is known by its number",
    caughtBy: tests("unit tests", "src/store/lock.test.ts", "another process with its number"),
  },
  {
    bug: "the lock is let go before the end of the run is recorded",
    mutant: "the file is unlocked before the end of the run is recorded",
    caughtBy: tests("lock", "tests/lock/lock.test.ts", "in the commit that ends its run"),
  },
  {
    bug: "state that its rules refuse is written",
    mutant: "state that contradicts itself is written",
    caughtBy: tests("store tests", "tests/store/integrity.test.ts", "never written"),
  },
  {
    bug: "rows are not authenticated",
    mutant: "a row that was altered is believed",
    caughtBy: tests("store tests", "tests/store/integrity.test.ts", "a change of any column"),
  },
  {
    bug: "rows that are missing are not missed",
    mutant: "a row that is missing is not missed",
    caughtBy: tests("altered-bytes", "tests/altered-bytes/altered-bytes.test.ts", "row of state"),
  },
  {
    bug: "records are not chained",
    mutant: "a record that was altered is believed",
    caughtBy: tests("store tests", "tests/store/integrity.test.ts", "a change of any column"),
  },
  {
    bug: "an older copy of a stack is taken for it",
    mutant: "an older copy is taken for the stack",
    caughtBy: tests("bad-input", "tests/bad-input/corpus.test.ts", "B28"),
  },
  {
    bug: "a file with triggers in it is opened",
    mutant: "a file with triggers in it is a stack",
    caughtBy: tests("bad-input", "tests/bad-input/corpus.test.ts", "B40"),
  },
  {
    bug: "the head of a plan file is not authenticated",
    mutant: "the head of a plan file is not sealed",
    caughtBy: tests("altered-bytes", "tests/altered-bytes/altered-bytes.test.ts", "plan file"),
  },
  {
    bug: "inputs of an intent are kept in the open",
    mutant: "an intent keeps its inputs in the open",
    caughtBy: tests("secrets", "tests/secrets/life.test.ts", "configuration that is set|after a kill"),
  },
  {
    bug: "much that is gone at once is made again",
    mutant: "much that is gone at once is made again",
    caughtBy: tests("scenarios", "tests/scenarios/mass-vanish.test.ts", "nothing is made again"),
  },
  {
    bug: "files are written in their place",
    mutant: "a file is written in its place",
    caughtBy: tests("unit tests", "src/std/write-whole-file.test.ts", "no byte of it is touched"),
  },
  {
    bug: "every edit is taken for the same",
    mutant: "every edit is taken for the same",
    caughtBy: story("update"),
  },
  {
    bug: "what drifted is never repaired",
    mutant: "what drifted is never repaired",
    caughtBy: story("repair what others changed"),
  },
  {
    bug: "an import is not recorded",
    mutant: "an import is not recorded",
    caughtBy: story("import"),
  },
  {
    bug: "a rename is not recorded",
    mutant: "a rename is not recorded",
    caughtBy: story("rename"),
  },
  {
    bug: "a file of renames that cannot be written is passed over",
    mutant: "other stacks are not told of a rename, and nobody hears of it",
    caughtBy: story("rename"),
  },
  {
    bug: "a file of the project is rewritten without its lock",
    mutant: "a file is rewritten without its lock",
    caughtBy: story("rename in two stacks at once"),
  },
  {
    bug: "what a refresh could not see is dropped",
    mutant: "what a refresh could not see is gone",
    caughtBy: story("refresh what others changed"),
  },
  {
    bug: "a refresh sees nothing new",
    mutant: "a refresh sees nothing new",
    caughtBy: story("refresh what others changed"),
  },
  {
    bug: "nobody is told of a takeover",
    mutant: "nobody is told of a takeover",
    caughtBy: story("create"),
  },
  {
    bug: "an object is deleted that a create has returned",
    mutant: "an object is deleted that a create has returned",
    caughtBy: story("shift entries"),
  },
  {
    bug: "ids identify objects of every type",
    mutant: "ids identify objects of every type",
    caughtBy: story("another resource asks for the same"),
  },
  {
    bug: "an object that a create without an answer may have returned is deleted",
    mutant: "an object that a create without an answer may have returned is deleted",
    caughtBy: tests("scenarios", "tests/scenarios/live-objects.test.ts", "without an answer"),
  },
  {
    bug: "a replacement that turned out to be an update is performed",
    mutant: "a replacement that turned out to be an update is performed",
    caughtBy: tests("scenarios", "tests/scenarios/kept-objects.test.ts", "where only other fields"),
  },
  {
    bug: "a cascade is deleted before its leader is decided",
    mutant: "a cascade is deleted before its leader is decided",
    caughtBy: tests("scenarios", "tests/scenarios/kept-objects.test.ts", "nothing of a cascade"),
  },
  {
    bug: "retainOnDelete is ignored",
    mutant: "retainOnDelete is ignored",
    caughtBy: firstSeeds(400),
  },
  {
    bug: "protect is ignored",
    mutant: "protect is ignored",
    caughtBy: firstSeeds(400),
  },
  {
    bug: "what goes with another that stays is let go",
    mutant: "what goes with another that stays is let go",
    caughtBy: story("remove what others go with"),
  },
  {
    bug: "what goes with something that is held back is made",
    mutant: "what goes with something that is held back is made",
    caughtBy: tests("scenarios", "tests/scenarios/going-with.test.ts", "held back is held back too"),
  },
  {
    bug: "a failed create leaves its row",
    mutant: "a failed create leaves its row",
    caughtBy: story("create"),
  },
  {
    bug: "another object is deleted than the intent says",
    mutant: "another object is deleted than the intent says",
    caughtBy: story("remove"),
  },
  {
    bug: "more is done than was approved",
    mutant: "all is done, whatever part of it was approved",
    caughtBy: firstSeeds(400),
  },
  {
    bug: "a failure stops what has nothing to do with it",
    mutant: "a failure stops what has nothing to do with it",
    caughtBy: tests("scenarios", "tests/scenarios/failures.test.ts", "with continue-on-error"),
  },
  {
    bug: "targets of a destroy are not looked at",
    mutant: "targets of a destroy are not looked at",
    caughtBy: firstSeeds(400),
  },
  {
    bug: "a script runs twice at the same time after a kill",
    mutant: "what an interrupted call has left running is not waited for",
    caughtBy: tests("scenarios", "tests/scenarios/left-running.test.ts", "a run waits"),
  },
  {
    bug: "a script runs that is not recorded",
    mutant: "a script begins before its process is recorded",
    caughtBy: tests("provider tests", "tests/providers/command-gate.test.ts", "nothing of a script runs"),
  },
  {
    bug: "a prototype with toJSON changes what is stored",
    mutant: "a toJSON of the program is asked for what is stored",
    caughtBy: tests("unit tests", "src/std/plain-json.test.ts", "with JSON patched"),
  },
  {
    bug: "a create is repeated while the first request may still arrive",
    mutant: "a create that may still arrive is repeated at once",
    caughtBy: tests("scenarios", "tests/scenarios/late-creates.test.ts", "while the next run looks for it"),
  },
  {
    bug: "a repetition that was cut off is not waited for",
    mutant: "how long a create may be late counts from the run that began it, whoever repeated it since",
    caughtBy: tests("scenarios", "tests/scenarios/late-creates.test.ts", "killed while it repeats"),
  },
  {
    bug: "two objects for one key are kept quiet",
    mutant: "a second object is not told of",
    caughtBy: tests("scenarios", "tests/scenarios/late-creates.test.ts", "both ids"),
  },
];
