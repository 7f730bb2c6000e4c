/** The text of a script, in which `@{` stands for a dollar and a brace: those would begin a value of ours. */
export function shellText(script: string): string {
  return script.replaceAll("@{", "${");
}
