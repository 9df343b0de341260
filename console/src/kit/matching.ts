/** Which choices of a list match what was typed: every word must begin a word of the choice. */

export type Choice = {
  value: string
  text: string
  /** Text that distinguishes choices with the same name; searched as well. */
  about?: string | undefined
}

/** The choices that match, in their order; those whose text begins with what was typed come first. */
export function matching<Item extends Choice>(choices: readonly Item[], typed: string): readonly Item[] {
  const query = plain(typed)
  const words = wordsOf(query)
  if (words.length === 0) return choices
  const found = choices.filter(({ text, about = '' }) => {
    const parts = wordsOf(plain(`${text} ${about}`))
    return words.every(word => parts.some(part => part.startsWith(word)))
  })
  const isFirst = ({ text }: Item) => plain(text).startsWith(query)
  return [...found.filter(isFirst), ...found.filter(choice => !isFirst(choice))]
}

/** Lower case and without accents: `Núñez` is found by `nunez`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')
}
