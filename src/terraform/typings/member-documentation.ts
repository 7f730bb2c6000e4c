import type { Member } from "../schema/index.js";
import type { Documentation } from "./doc-comment.js";

/** Returns the documentation of a member under its name in programs. */
export function documentationOf(
  { name, attribute, block }: Member,
  programName: string,
  use: "argument" | "result",
): Documentation {
  const { description, deprecated } = attribute ?? block?.block ?? {};
  const isTimeouts = name === "timeouts" && (description ?? "") === "";
  return {
    description: isTimeouts ? timeouts : description,
    deprecated,
    notes: [
      ...(programName === name ? [] : [`\`${name}\` in Terraform.`]),
      ...(attribute?.sensitive === true ? ["Sensitive: its value is secret."] : []),
      ...(attribute?.writeOnly === true ? ["Write-only: its value is never recorded."] : []),
      ...(use === "argument" ? countNotes(block) : []),
    ],
  };
}

const timeouts = 'How long operations may take, such as `"30s"` or `"90m"`.';

function countNotes(block: Member["block"]): readonly string[] {
  if (block === undefined || block.nesting === "single" || block.nesting === "group") return [];
  const { minItems, maxItems } = block;
  if (minItems > 1 && maxItems > 1) return [`${minItems} to ${maxItems} elements.`];
  if (minItems > 1) return [`At least ${minItems} elements.`];
  return maxItems > 1 ? [`At most ${maxItems} elements.`] : [];
}
