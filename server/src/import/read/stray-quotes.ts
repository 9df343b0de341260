/** Removes the quotation marks that a program left in a cell. Pure. */

/**
 * Removes the quotation marks that remain of a cell that a program quoted wrongly: around it (`"Ada "Addie" Elm"`), escaped by a backslash, or a single
 * one at an end. A nickname and inches keep theirs, and so does a text in which other words are quoted (`"Red" and "Blue"`).
 */
export function withoutStrayQuotes(quoted: string): string {
  const text = quoted.replaceAll('\\"', '"')
  const first = text.indexOf('"')
  if (text.indexOf('"', first + 1) === -1) return text.replace(/^"(?=\S)|(?<![\d"\s])"$/, '')
  const inner = text.slice(1, -1)
  const at = inner.indexOf('"')
  const isAround = text.startsWith('"') && text.endsWith('"') && (at <= 0 || inner[at - 1] === ' ')
  return isAround ? inner.trim() : text
}
