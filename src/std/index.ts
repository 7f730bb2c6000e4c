/**
 * What Node should have had.
 *
 * Imports nothing of Coconut and knows nothing of it; every folder may import it.
 */
export { deferred, type Deferred } from "./deferred.js";
export { displayCharacters, displayWidth, type DisplayCharacter } from "./display-width.js";
export { jsonMembers, type JsonFault, type JsonMember, type JsonMembers } from "./json-members.js";
export { Limiter } from "./limiter.js";
export { nearestName } from "./nearest-name.js";
export { PriorityQueue } from "./priority-queue.js";
export { printable } from "./printable.js";
export { bootId, startTimeOf, unknownStart } from "./process-start.js";
export { shellWord } from "./shell-word.js";
export { shortenEnd, shortenMiddle } from "./shorten-text.js";
export { timeoutSignal } from "./timeout-signal.js";
export { quietTimer, systemTimer, type Timer } from "./timer.js";
export { unlessAborted } from "./unless-aborted.js";
export { untilAborted } from "./until-aborted.js";
export { wrapWords } from "./wrap-words.js";
