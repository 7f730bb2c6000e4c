/**
 * Highlights `console` blocks like a terminal: commands are bold, output is plain, and lines of a plan have the color
 * of their action.
 *
 * @type {import("shiki").ShikiTransformer}
 */
export const transcript = {
  name: "coconut-transcript",
  line(node) {
    if (this.options.lang !== "console") return;
    const text = textOf(node);
    if (text.startsWith("$ ")) {
      this.addClassToHast(node, "command");
      return;
    }
    this.addClassToHast(node, "output");
    const kind = kinds.find(([pattern]) => pattern.test(text))?.[1];
    if (kind !== undefined) this.addClassToHast(node, kind);
    node.children = [{ type: "text", value: text }];
  },
};

const kinds = [
  [/^\s*(\+|created?\b)/, "create"],
  [/^\s*(~|updated?\b|warning\b)/, "update"],
  [/^\s*(- |[-+]{2} |deleted?\b|error\b)/, "delete"],
];

function textOf(node) {
  return node.type === "text" ? node.value : (node.children ?? []).map(textOf).join("");
}
