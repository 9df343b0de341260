/** What the console's lists share: how people look for something, and fields that choose one of two. */
import { oneOf, text } from '../values.ts'

/** `in_words` names what is looked through. */
export function searchText(in_words: string) {
  return text(100, {
    description: `Only those with this text, in any case, somewhere in ${in_words}.`,
    example: 'maple',
    minLength: 1,
  })
}

/** In a query there are only words. */
export function yesOrNo(description: string) {
  return oneOf(['true', 'false'], { description, example: 'true' })
}
