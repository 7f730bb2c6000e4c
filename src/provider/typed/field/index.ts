/** Values and schemas: decoding what a program gives and what hooks answer, and saying what does not fit. */
export { decodeFields } from "./decode-fields.js";
export { toPlainFields } from "./plain.js";
export { isSecretField } from "../../secret.js";
