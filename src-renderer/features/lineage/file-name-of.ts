/** The name of a file at the end of its path, with either kind of slash. */
export function nameOf({ path }: { readonly path: string }): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
