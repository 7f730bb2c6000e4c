/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  if (isPlain.test(text)) return text.length;
  let width = 0;
  for (const character of displayCharacters(text)) width += character.width;
  return width;
}

/** What the eye takes for one character: a letter with its accents, an emoji with all it is joined from. */
export interface DisplayCharacter {
  readonly text: string;
  /** In columns: none, one or two. */
  readonly width: number;
}

export function* displayCharacters(text: string): Generator<DisplayCharacter> {
  let current = "";
  let width = 0;
  for (const point of text) {
    if (current !== "" && belongsTo(current, point)) {
      current += point;
      if ((point === emojiStyle && isPicture.test(current)) || isFlag.test(current)) width = 2;
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
const isPicture = /^\p{Extended_Pictographic}/u;
const isFlag = /^\p{RI}{2}$/u;
/** Accents, selectors, skin colours, the later parts of a Korean syllable, joiners. */
const isExtension = /^(?:[\p{M}\p{Emoji_Modifier}]|[\u1160-\u11FF]|\u200C|\u200D|[\u{E0020}-\u{E007F}])$/u;
const isWide = new RegExp(
  `^[${[
    "\\u1100-\\u115F\\u2E80-\\u303E\\u3041-\\u33FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uA000-\\uA4CF\\uA960-\\uA97F",
    "\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFE10-\\uFE19\\uFE30-\\uFE6F\\uFF01-\\uFF60\\uFFE0-\\uFFE6",
    "\\u{16FE0}-\\u{18DFF}\\u{1B000}-\\u{1B2FF}\\u{1F200}-\\u{1F2FF}\\u{20000}-\\u{3FFFD}",
  ].join("")}]$`,
  "u",
);
const isEmoji = /^\p{Emoji_Presentation}$/u;
const isHalfFlag = /^\p{RI}$/u;

function belongsTo(before: string, point: string): boolean {
  if (isNarrow.test(point)) return false;
  if (isExtension.test(point)) return true;
  return before.endsWith(joiner) ? isPicture.test(point) : isHalfFlag.test(before) && isHalfFlag.test(point);
}

function pointWidth(point: string): number {
  if (isNarrow.test(point)) return 1;
  if (isHalfFlag.test(point)) return 1;
  if (isWide.test(point) || isEmoji.test(point)) return 2;
  return isExtension.test(point) ? 0 : 1;
}
