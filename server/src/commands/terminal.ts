/** The output of a command: results go to stdout, everything else to stderr, and progress only to a terminal. */

export type Terminal = {
  /** Prints a line of the result. */
  print(line: string): void
  /** Prints a notice about what is going on. */
  notice(line: string): void
  /** Shows a progress bar; silent if stderr is not a terminal. */
  progress(label: string, total: number): { at(done: number): void; end(): void }
  /** Where notices go, for whoever writes to it otherwise. */
  readonly stderr: Stream
}

export type Stream = { write(text: string): unknown; isTTY?: boolean }

const WIDTH = 30
const REDRAW_EVERY_MS = 100

export function openTerminal(stdout: Stream, stderr: Stream): Terminal {
  return {
    print: line => stdout.write(`${line}\n`),
    notice: line => stderr.write(`${line}\n`),
    stderr,
    progress(label, total) {
      let drawnAt = 0
      const draw = (done: number) => {
        const share = total === 0 ? 1 : Math.min(done / total, 1)
        const filled = Math.round(share * WIDTH)
        const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
        const figures = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
        stderr.write(`\r${label} ${bar} ${String(Math.round(share * 100)).padStart(3)}% ${figures}\x1b[K`)
      }
      return {
        at(done) {
          const now = performance.now()
          if (!stderr.isTTY || now - drawnAt < REDRAW_EVERY_MS) return
          drawnAt = now
          draw(done)
        },
        end() {
          if (stderr.isTTY) stderr.write('\r\x1b[K')
        },
      }
    },
  }
}
