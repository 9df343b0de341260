/** A path as one word of a command for the shell, because what a command says to type is copied as it stands. */

export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
