/**
 * The lifeline that keeps PostgreSQL running: a named pipe that every process using the database holds open for writing, and supervise.sh reads.
 * The kernel closes it however a process ends, so PostgreSQL stops with the last process, even after a kill -9.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, constants, existsSync, fstatSync, openSync, writeSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { asError } from '#server/base/as-error.ts'
import { isAlive } from '#server/base/is-alive.ts'
import { Refusal } from '#server/base/refusal.ts'
import { type Account, runAs } from './account.ts'

export type Lifeline = {
  /** False if the pipe no longer has a reader: PostgreSQL has ended or is about to. */
  isRead(): boolean
  release(): Promise<void>
}

const ANSWER_TIMEOUT_MS = 5_000
const POLL_MS = 1
const TOUCH_INTERVAL_MS = 3_600_000
const HOLDER_PREFIX = 'holder-'

function lifelinePath(socketDir: string): string {
  return join(socketDir, 'lifeline')
}

/** The mark that supervise.sh leaves before it stops reading, so that no process adopts a server that is about to be stopped. */
export function stoppingMark(socketDir: string): string {
  return join(socketDir, 'stopping')
}

/** Joins a lifeline that has a reader; undefined if it has none. */
export async function joinLifeline(socketDir: string): Promise<Lifeline | undefined> {
  const writer = openWriter(lifelinePath(socketDir))
  return writer === undefined ? undefined : greet(socketDir, writer)
}

/** Creates the pipe if necessary, and returns its reading end, for supervise.sh, together with our hold on the other end. */
export async function openLifeline(socketDir: string, account: Account) {
  const path = lifelinePath(socketDir)
  if (!existsSync(path)) await runAs(account, ['mkfifo', '-m', '600', path])
  // A pipe can be opened for writing only while it has a reader, and for reading (blocking) only while it has a writer.
  const starter = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  const writer = openWriter(path)
  if (writer === undefined) throw new Refusal('unavailable', `${path} is not a named pipe. Remove it.`)
  const reader = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  closeSync(starter)
  return { reader, greet: () => greet(socketDir, writer), abandon: () => closeSync(writer) }
}

/**
 * Whether another living process announced that it holds the lifeline. This is only a hint for the process that waits at the end; the pipe itself
 * decides.
 */
export async function isHeldByOthers(socketDir: string): Promise<boolean> {
  for (const name of await readdir(socketDir)) {
    if (!name.startsWith(HOLDER_PREFIX)) continue
    if (isAlive(Number(name.split('-')[1]))) return true
    await rm(join(socketDir, name), { force: true })
  }
  return false
}

function openWriter(path: string): number | undefined {
  try {
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    if (fstatSync(writer).isFIFO()) return writer
    closeSync(writer)
  } catch (error) {
    const { code } = asError(error)
    if (code !== 'ENXIO' && code !== 'ENOENT') throw error
  }
  return undefined
}

/**
 * Announces us to the reader of the pipe. Opening the pipe is not enough, because its reader may just have seen the last holder leave. It answers
 * our line with a file of that name only while it still serves, and from then on it cannot see the end of the pipe before we leave.
 */
async function greet(socketDir: string, writer: number): Promise<Lifeline | undefined> {
  const name = `${HOLDER_PREFIX}${process.pid}-${randomUUID().slice(0, 8)}`
  const answer = join(socketDir, name)
  const deadline = performance.now() + ANSWER_TIMEOUT_MS
  let isRead = write(writer, name)
  while (isRead && performance.now() < deadline) {
    await pause(POLL_MS)
    if (existsSync(answer)) return hold(writer, answer)
    isRead = write(writer, '')
  }
  closeSync(writer)
  return undefined
}

function hold(writer: number, answer: string): Lifeline {
  // Touched regularly, because cleaners of the temp folder remove files that are untouched for days.
  const touching = setInterval(() => write(writer, ''), TOUCH_INTERVAL_MS).unref()
  let isOpen = true
  return {
    isRead: () => isOpen && write(writer, ''),
    release: async () => {
      if (!isOpen) return
      isOpen = false
      clearInterval(touching)
      await rm(answer, { force: true })
      closeSync(writer)
    },
  }
}

function write(writer: number, line: string): boolean {
  try {
    writeSync(writer, `${line}\n`)
    return true
  } catch (error) {
    // A full pipe has a busy reader; EPIPE means that it has none.
    return asError(error).code === 'EAGAIN'
  }
}
