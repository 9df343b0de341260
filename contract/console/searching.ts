/** The search, a parameter that the console's lists share. */
import { text } from '../values.ts'

/** The search parameter; `fields` says which words are searched. */
export function searchText(fields: string) {
  return text(100, {
    description: `Only those for which each word of the text, in any order, begins a word of ${fields}. Case, accents and punctuation do not matter.`,
    example: 'maple',
    minLength: 1,
  })
}
