/** SIGTERM, SIGINT (Ctrl-C) and SIGHUP (a closed terminal or a lost connection), which ask a command to stop. */
import { Refusal } from '../base/refusal.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * How soon after a signal another one counts as the same request. Ctrl-C under `npm start` arrives twice within milliseconds: from the terminal, and passed on by npm.
 */
const SAME_REQUEST_MS = 1_000

type Source = {
  on(name: NodeJS.Signals, heard: (name: NodeJS.Signals) => void): unknown
  off(name: NodeJS.Signals, heard: (name: NodeJS.Signals) => void): unknown
  /** Ends the process as the signal does by default. */
  kill(name: NodeJS.Signals): void
}

type StopSignals = {
  /** Resolves with the first signal. */
  first: Promise<NodeJS.Signals>
  /** Resolves when the process is asked to stop again before `forget`. */
  again: Promise<void>
  /** Ends the process as the signal does by default. */
  end(name: NodeJS.Signals): void
  /** From then on, the next request ends the process at once, even if it is the first. */
  forget(): void
}

const OF_THIS_PROCESS: Source = {
  on: (name, heard) => process.on(name, heard),
  off: (name, heard) => process.off(name, heard),
  kill: name => process.kill(process.pid, name),
}

export function listenForStop(source: Source = OF_THIS_PROCESS, now = () => performance.now()): StopSignals {
  const first = Promise.withResolvers<NodeJS.Signals>()
  const again = Promise.withResolvers<void>()
  let askedAt: number | undefined
  let isForgotten = false
  const off = () => {
    for (const name of SIGNALS) source.off(name, heard)
  }
  function heard(name: NodeJS.Signals): void {
    if (askedAt === undefined) {
      askedAt = now()
      first.resolve(name)
    } else if (now() - askedAt >= SAME_REQUEST_MS) {
      again.resolve()
      if (isForgotten) end(name)
    }
  }
  function end(name: NodeJS.Signals): void {
    off()
    source.kill(name)
  }
  for (const name of SIGNALS) source.on(name, heard)
  return {
    first: first.promise,
    again: again.promise,
    end,
    forget() {
      isForgotten = true
      if (askedAt === undefined) off()
    },
  }
}

/** Returns a signal that the first request to stop aborts, with the reason that `reasonFor` returns for its name. A second request ends the process at once. */
export function abortedByStop(reasonFor: (name: NodeJS.Signals) => unknown): { stopped: AbortSignal; forget(): void } {
  const { first, forget } = listenForStop()
  const stopping = new AbortController()
  void first.then(name => {
    forget()
    stopping.abort(reasonFor(name))
  })
  return { stopped: stopping.signal, forget }
}

/** Runs work that a signal ends at once, as it does by default, but calls `say` first, which says what the command leaves behind. */
export async function sayIfInterrupted<T>(
  say: (name: NodeJS.Signals) => void,
  work: () => Promise<T>,
  source: Source = OF_THIS_PROCESS,
): Promise<T> {
  const { first, forget, end } = listenForStop(source)
  void first.then(name => {
    say(name)
    end(name)
  })
  try {
    return await work()
  } finally {
    forget()
  }
}

/**
 * Runs work that a signal interrupts: `stopped` is then aborted with a Refusal whose message is the name of the signal and `left`, which says what the
 * command leaves behind. The work removes whatever is incomplete.
 */
export async function untilStopped<T>(left: string, work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  const { stopped, forget } = abortedByStop(name => new Refusal('unavailable', `${name}: ${left}`))
  try {
    return await work(stopped)
  } finally {
    forget()
  }
}
