/** The npm package that an import, which is no path, leads into: `@acme/disk/file` is in `@acme/disk`. */
export function npmPackageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
