/** Commands of Gatehouse in messages that tell somebody to run one, written so that they can be copied into the same shell. */
import { shellWord } from './shell-word.ts'

let program = 'gatehouse'

/**
 * Remembers the path by which the program was started, which `bin/gatehouse` states. A relative path was typed, or is that of `npm start`, and works
 * again in the same folder. An absolute one is that of a unit, a wrapper or a link in PATH, for all of which people type `gatehouse`.
 */
export function startedAs(path: string | undefined): void {
  program = path?.includes('/') && !path.startsWith('/') ? shellWord(path) : 'gatehouse'
}

/** The command with these words in backquotes, such as `bin/gatehouse migrate` in a checkout. */
export function typed(words: string): string {
  return `\`${program} ${words}\``
}
