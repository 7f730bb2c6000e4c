/**
 * Lines of a terminal: styled pieces of text that are cut or wrapped to a width before they are painted.
 *
 * All text passes through here, so no control character in a user's value reaches the terminal.
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
