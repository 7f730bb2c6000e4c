/** Whether a folder holds nothing but what is there before a project begins: then nobody has to name another. */
export function isAsGoodAsEmpty(entries: readonly string[]): boolean {
  return entries.every((name) => before.some((pattern) => pattern.test(name)));
}

const before = [
  /^package\.json$/,
  /^node_modules$/,
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
  /^\.(?:git|gitignore|gitattributes|github|gitlab-ci\.yml|editorconfig|npmrc|nvmrc|node-version)$/,
  /^\.(?:yarn|yarnrc\.yml|pnp\.cjs|pnp\.loader\.mjs|vscode|idea|DS_Store)$/,
  /^(?:readme|licen[cs]e|changelog|contributing|notice|security|code_of_conduct)(?:\.\w+)?$/i,
];
