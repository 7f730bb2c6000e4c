/**
 * Lines of a terminal: pieces of text that say what they are, cut or wrapped to a width before they are painted.
 *
 * Everything that becomes text goes through here, and so no control character of a user's value
 * reaches a terminal.
 */
export {
  cutPieces,
  joinPieces,
  paintLines,
  styled,
  widthOf,
  type Line,
  type Piece,
  type Pieces,
  type Styled,
} from "./pieces.js";
export { fillLines, wrapPieces, wrapText } from "./wrap-pieces.js";
