/** Returns the number of terminal columns that a text takes. */
export function displayWidth(text: string): number {
  if (isPlain.test(text)) return text.length;
  let width = 0;
  for (const character of displayCharacters(text)) width += character.width;
  return width;
}

/** A user-perceived character: a letter with its accents, or an emoji with all its parts. */
export interface DisplayCharacter {
  readonly text: string;
  /** In columns: 0, 1 or 2. */
  readonly width: number;
}

export function* displayCharacters(text: string): Generator<DisplayCharacter> {
  let current = "";
  let width = 0;
  for (const point of text) {
    if (current !== "" && belongsTo(current, point)) {
      current += point;
      if ((point === emojiStyle && isPicture(current)) || isFlag(current)) width = 2;
      continue;
    }
    if (current !== "") yield { text: current, width };
    current = point;
    width = pointWidth(point);
  }
  if (current !== "") yield { text: current, width };
}

const isPlain = /^[\x20-\x7E]*$/;
const isNarrow = /^[\x20-\x7E]$/;
const emojiStyle = "\uFE0F";
const joiner = "\u200D";

// Created where they are used: V8 loads Unicode property data when it parses such an expression, used or not.
const isPicture = (text: string) => /^\p{Extended_Pictographic}/u.test(text);
const isFlag = (text: string) => /^\p{RI}{2}$/u.test(text);
const isHalfFlag = (text: string) => /^\p{RI}$/u.test(text);
const isEmoji = (text: string) => /^\p{Emoji_Presentation}$/u.test(text);
/** Accents, selectors, skin tones, the later parts of a Korean syllable, joiners. */
const isExtension = (text: string) =>
  /^(?:[\p{M}\p{Emoji_Modifier}]|[\u1160-\u11FF]|\u200C|\u200D|[\u{E0020}-\u{E007F}])$/u.test(text);
const isWide = new RegExp(
  `^[${[
    "\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\u33FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uA000-\\uA4CF\\uA960-\\uA97F",
    "\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE10-\\uFE19\\uFE30-\\uFE6F\\uFF01-\\uFF60\\uFFE0-\\uFFE6",
    "\\u{16FE0}-\\u{18DFF}\\u{1B000}-\\u{1B2FF}\\u{1F200}-\\u{1F2FF}\\u{20000}-\\u{3FFFD}",
  ].join("")}]$`,
  "u",
);

function belongsTo(before: string, point: string): boolean {
  if (isNarrow.test(point)) return false;
  if (isExtension(point)) return true;
  return before.endsWith(joiner) ? isPicture(point) : isHalfFlag(before) && isHalfFlag(point);
}

function pointWidth(point: string): number {
  if (isNarrow.test(point)) return 1;
  if (isHalfFlag(point)) return 1;
  if (isWide.test(point) || isEmoji(point)) return 2;
  return isExtension(point) ? 0 : 1;
}
