/** Quotes a path as one word of a shell command, because people copy the commands that our messages contain. */

export function shellWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
