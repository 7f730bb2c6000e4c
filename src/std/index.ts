/**
 * What Node should have had.
 *
 * Imports: nothing. Knows nothing of Coconut; every folder may import it.
 */
export type { AtOnce } from "./at-once.js";
export { deferred, type Deferred } from "./deferred.js";
export { displayCharacters, displayWidth, type DisplayCharacter } from "./display-width.js";
export { durationText } from "./duration-text.js";
export { environmentWithout } from "./environment-without.js";
export { isAliveSocket, openAliveSocket } from "./alive-socket.js";
export { guardFiles, identityOf, isGuarded } from "./guarded-files.js";
export { hideTexts, type HideTexts } from "./hide-texts.js";
export { jsonMembers, type JsonFault, type JsonMember, type JsonMembers } from "./json-members.js";
export { Limiter } from "./limiter.js";
export { nearestName } from "./nearest-name.js";
export { pause } from "./pause.js";
export { PriorityQueue } from "./priority-queue.js";
export { printable } from "./printable.js";
export { bootId, startTimeOf, unknownStart } from "./process-start.js";
export { SharedTime } from "./shared-time.js";
export { shellWord } from "./shell-word.js";
export { shortenEnd, shortenMiddle } from "./shorten-text.js";
export { longestDelayMs, quietTimer, systemTimer, type Timer } from "./timer.js";
export { unlessAborted } from "./unless-aborted.js";
export { untilAborted } from "./until-aborted.js";
export { isTimeout, neverAborted, withinTime } from "./within-time.js";
export { wrapWords } from "./wrap-words.js";
