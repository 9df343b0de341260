/** Parameters that the console's lists share: the search, and filters with two values. */
import { oneOf, text } from '../values.ts'

/** The search parameter; `in_words` says which fields are searched. */
export function searchText(in_words: string) {
  return text(100, {
    description: `Only those with this text, in any case, somewhere in ${in_words}.`,
    example: 'maple',
    minLength: 1,
  })
}

/** A filter with the values `true` and `false`, which are texts in a query. */
export function yesOrNo(description: string) {
  return oneOf(['true', 'false'], { description, example: 'true' })
}
