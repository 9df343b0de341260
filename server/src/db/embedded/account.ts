/** Chooses the operating-system account that PostgreSQL runs under, and runs its programs as that account, because PostgreSQL refuses to run as root. */
import { spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Refusal } from '#server/base/refusal.ts'

export type Account = {
  uid: number
  gid: number
  /** True if we are root and PostgreSQL runs under another account. */
  isOther: boolean
}

const UNPRIVILEGED = ['gatehouse', 'postgres', 'nobody']
const OUTPUT_LIMIT = 64 * 1024

/** The environment for PostgreSQL's own programs. None of our settings is passed on, because a stray PGDATA or LC_ALL would change what they do. */
export const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

/**
 * Chooses our own account, unless we are root. As root, it chooses the owner of the database or, if none exists yet, that of the data folder or, if
 * that is root too, the first of gatehouse, postgres and nobody that exists.
 */
export async function chooseAccount(databaseFolder: string): Promise<Account> {
  const uid = process.geteuid?.()
  const gid = process.getegid?.()
  if (uid === undefined || gid === undefined)
    throw new Refusal(
      'unavailable',
      `The embedded PostgreSQL does not run on ${process.platform}. Set DATABASE_URL to a PostgreSQL server.`,
    )
  const owner = await stat(databaseFolder).catch(() => undefined)
  if (uid !== 0) {
    if (owner && owner.uid !== uid)
      throw new Refusal(
        'unavailable',
        `The database in ${databaseFolder} belongs to user ${owner.uid}, and this is user ${uid}. Run the command as its owner or as root.`,
      )
    return { uid, gid, isOther: false }
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, isOther: true }
  if (owner)
    throw new Refusal(
      'unavailable',
      `The database in ${databaseFolder} belongs to root, and PostgreSQL refuses to run as root. Give it to another account.`,
    )
  const passwd = await readFile('/etc/passwd', 'utf8')
  // Whoever owns the data folder runs the service there, even if root comes first. PostgreSQL requires that the account has a name.
  const above = await stat(dirname(databaseFolder)).catch(() => undefined)
  if (above && above.uid !== 0 && passwd.split('\n').some(line => line.split(':')[2] === String(above.uid)))
    return { uid: above.uid, gid: above.gid, isOther: true }
  return findUnprivileged(passwd)
}

export function findUnprivileged(passwd: string): Account {
  const accounts = new Map(passwd.split('\n').map(line => [line.split(':', 1)[0], line.split(':')]))
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.get(name) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid), isOther: true }
  }
  throw new Refusal(
    'unavailable',
    `PostgreSQL refuses to run as root, and there is no account ${UNPRIVILEGED.join(', ')}. ` +
      'Add one (useradd --system gatehouse), run as another user, or set DATABASE_URL.',
  )
}

export function spawnOptionsFor({ uid, gid, isOther }: Account): { uid?: number; gid?: number } {
  return isOther ? { uid, gid } : {}
}

/**
 * The path of the data folder for a PostgreSQL that is started inside it. Another account may be unable to enter the folders above (such as a
 * checkout under /root), but a process keeps the working directory in which it was started, and on Linux that has a name.
 */
export function namePathInside(folder: string, account: Account): string {
  return account.isOther && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/** Runs a program to its end and resolves with its output; rejects with that output if the program fails. */
export function runAs(
  account: Account,
  command: string[],
  more: { cwd?: string; input?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const [file, ...args] = command as [string, ...string[]]
    const child = spawn(file, args, { ...spawnOptionsFor(account), cwd: more.cwd ?? '/', env: PROGRAM_ENVIRONMENT })
    let output = ''
    const collect = (text: string) => {
      if (output.length < OUTPUT_LIMIT) output += text
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.on('error', error => reject(new Refusal('unavailable', `${file} does not start: ${error.message}`)))
    child.on('close', (code, signal) =>
      code === 0
        ? resolve(output)
        : reject(new Refusal('unavailable', `${file} failed (${signal ?? code}): ${reasonIn(output)}`)),
    )
    // A program may end without reading its input; only its exit code shows whether it failed.
    child.stdin.on('error', () => {})
    child.stdin.end(more.input ?? '')
  })
}

/** The lines of the output that state an error, joined into one line. If no line does, all of them. */
function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  const reasons = lines.filter(line => /\b(?:error|FATAL|PANIC):|could not/i.test(line))
  return (reasons.length > 0 ? reasons : lines).join(' ').trim()
}
