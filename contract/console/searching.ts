/** The search, a parameter that the console's lists share. */
import { text } from '../values.ts'

/** The search parameter; `in_words` says which fields are searched. */
export function searchText(in_words: string) {
  return text(100, {
    description: `Only those with this text, in any case, somewhere in ${in_words}.`,
    example: 'maple',
    minLength: 1,
  })
}
