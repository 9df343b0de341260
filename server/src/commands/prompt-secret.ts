/** Asks for a secret at the terminal without showing what is typed. */
import { Refusal } from '../base/refusal.ts'

/** Asks, and resolves with the typed text without its end of line; undefined if there is no terminal or nothing was typed. */
export async function promptSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) return undefined
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const chunk of stdin.iterator({ destroyOnReturn: false })) {
      for (const key of chunk as string) {
        if (key === '\r' || key === '\n') return typed || undefined
        // In raw mode we must handle Ctrl-C ourselves.
        if (key === '\u0003') throw new Refusal('unavailable', 'Interrupted.')
        if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1)
        else if (key >= ' ') typed += key
      }
    }
    return typed || undefined
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
