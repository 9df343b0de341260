/** Locks that end with their holder: Unix sockets on which a process listens. Process IDs would not work, because containers reuse them. */
import { mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/base/refusal.ts'

const RETRY_MS = 20
const ATTEMPTS = 1_500
const TURN_LIMIT_MS = 10_000

/** Runs `work` while no other process runs its own under the same path; waits for its turn, at most `limitMs`. */
export async function withLock<T>(path: string, limitMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const server = await listenAlone(path, socket => socket.destroy())
    if (server) {
      try {
        return await work()
      } finally {
        server.close()
      }
    }
    if (performance.now() > deadline)
      throw new Refusal(
        'unavailable',
        `Another process has held ${path} for ${limitMs / 1000} seconds. Check whether a start of Gatehouse is stuck.`,
      )
    await pause(RETRY_MS)
  }
}

/** Listens on `path`; undefined if a living process already does. A socket left by a killed process is replaced. */
export async function listenAlone(path: string, onConnection: (socket: Socket) => void): Promise<Server | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const server = await listen(path, onConnection)
    if (server || (await answers(path))) return server
    await bury(path)
    await pause(RETRY_MS)
  }
  throw new Refusal(
    'unavailable',
    `${path} is left over from a process that was killed, and cannot be removed. Remove it and start again.`,
  )
}

function listen(path: string, onConnection: (socket: Socket) => void): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      onConnection(socket)
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(path, () => resolve(server.unref()))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // EAGAIN: its queue is full, so it is alive. ECONNRESET: it stopped listening while we were waiting in its queue.
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ECONNRESET' || code === 'ENOENT') resolve(false)
      else if (code === 'EAGAIN') resolve(true)
      else reject(new Refusal('unavailable', `${path} cannot be used: ${message}`))
    })
  })
}

/**
 * Removes a dead socket. One process at a time does this, and it checks once more when its turn has come: a decision based on an older check might
 * remove a living socket that has since taken its place.
 */
async function bury(path: string): Promise<void> {
  const turn = `${path}.burying`
  if (!(await takeTurn(turn))) return
  try {
    if (await answers(path)) return
    // A socket is visible an instant before it listens, so only one that refuses twice is dead.
    await pause(RETRY_MS)
    if (!(await answers(path))) await rm(path, { force: true })
  } finally {
    await rm(turn, { recursive: true, force: true })
  }
}

/**
 * Takes the turn by creating a folder, which succeeds only once. A folder that stays was left by a process that was killed within these few
 * milliseconds, perhaps before the clock was set back.
 */
async function takeTurn(turn: string): Promise<boolean> {
  try {
    await mkdir(turn)
    return true
  } catch {
    const made = await stat(turn).catch(() => undefined)
    if (made && Math.abs(Date.now() - made.mtimeMs) > TURN_LIMIT_MS) await rm(turn, { recursive: true, force: true })
    return false
  }
}
