import { describe, expect, test } from "vitest";
import { docComment, type Documentation } from "./doc-comment.js";

describe("a doc comment", () => {
  const rows: Readonly<Record<string, readonly [Documentation, string]>> = {
    "is absent if there is nothing to say": [{ description: " \n " }, ""],
    "is one line if it has one": [{ description: "A *name*." }, "/** A *name*. */\n"],
    "keeps Markdown, without spaces at the ends of lines": [
      { description: "\n- a  \n  - b\n\n```\ncode\t\n```\n" },
      "/**\n * - a\n *   - b\n *\n * ```\n * code\n * ```\n */\n",
    ],
    "does not end inside a description": [{ description: "a */ b" }, "/** a *\\/ b */\n"],
    "has no tags of the provider": [
      { description: "First.\n  @deprecated\n@see x" },
      "/**\n * First.\n *   \\@deprecated\n * \\@see x\n */\n",
    ],
    "has no characters that break lines or turn text around": [
      { description: "a\r\nb\rc\u2028d\u202e\u0007\ud800e" },
      "/**\n * a\n * b\n * c\n * de\n */\n",
    ],
    "has the notes after the description": [
      { description: "A.", notes: ["`a_b` in Terraform.", "Sensitive."] },
      "/**\n * A.\n *\n * `a_b` in Terraform. Sensitive.\n */\n",
    ],
    "has only notes": [{ notes: ["`a_b` in Terraform."] }, "/** `a_b` in Terraform. */\n"],
    "says that something is deprecated, on one line": [
      { description: "A.", deprecated: "Use\nb. */" },
      "/**\n * A.\n *\n * @deprecated Use b. *\\/\n */\n",
    ],
    "says so without an explanation": [{ deprecated: "" }, "/** @deprecated */\n"],
  };
  test.each(Object.entries(rows))("%s", (_, [documentation, text]) => {
    expect(docComment(documentation)).toBe(text);
  });

  test("is indented", () => {
    expect(docComment({ description: "a\n\nb" }, "  ")).toBe("  /**\n   * a\n   *\n   * b\n   */\n");
  });
});
