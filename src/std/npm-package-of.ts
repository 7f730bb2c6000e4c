/** Returns the npm package of an import that is not a path: `@acme/disk/file` is in `@acme/disk`. */
export function npmPackageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
