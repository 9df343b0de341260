/** Whether a condition that EXPLAIN prints implies an equation: every branch of every `OR` must contain the equation. */

/**
 * `condition` is as EXPLAIN prints it, with every part in parentheses; `equation` is one such as `organization_id = $1`, of any table.
 */
export function holdsTo(condition: string, equation: string): boolean {
  const text = unwrap(condition)
  const choices = split(text, ' OR ')
  if (choices.length > 1) return choices.every(choice => holdsTo(choice, equation))
  const parts = split(text, ' AND ')
  if (parts.length > 1) return parts.some(part => holdsTo(part, equation))
  return text === equation || text.replace(/^\w+\./, '') === equation
}

/** The text without the parentheses around all of it. */
function unwrap(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('(') || endOfGroup(trimmed) !== trimmed.length - 1) return trimmed
  return unwrap(trimmed.slice(1, -1))
}

function endOfGroup(text: string): number {
  for (const [at, depth] of depths(text)) if (depth === 0 && text[at] === ')') return at
  return -1
}

/** The pieces between separators that are outside parentheses and quotes. */
function split(text: string, separator: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (const [at, depth] of depths(text)) {
    if (depth > 0 || at < start || !text.startsWith(separator, at)) continue
    pieces.push(text.slice(start, at))
    start = at + separator.length
  }
  return [...pieces, text.slice(start)]
}

/** The place of each character outside quotes, with the depth of parentheses after it. */
function* depths(text: string): Generator<[number, number]> {
  let depth = 0
  let quote: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (quote) {
      if (character === quote) quote = undefined
      continue
    }
    if (character === "'" || character === '"') quote = character
    if (character === '(') depth++
    if (character === ')') depth--
    yield [at, depth]
  }
}
