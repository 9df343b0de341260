/** Explains why the embedded PostgreSQL does not start, from the end of its log, and what to do about it. */
import { Refusal } from '#server/base/refusal.ts'
import { shellWord } from '#server/base/shell-word.ts'
import { typed } from '#server/base/typed-command.ts'
import { aboutMachine } from './about-machine.ts'
import { lastLogLines } from './postmaster.ts'

/** What to do about each reason that the log gives and that is not one of the machine. The first row that matches counts. */
const ANSWERS: readonly [reason: RegExp, action: (databaseFolder: string) => string][] = [
  [
    /initialized by PostgreSQL version/,
    () =>
      'Start the version of Gatehouse that used this folder last, or restore a backup that this version can read (docs/backup.md).',
  ],
  [/invalid permissions/, folder => `Run chmod 700 ${shellWord(folder)}.`],
  [/No space left on device/, () => 'Free up space on its disk and start again.'],
  [
    /Permission denied|wrong ownership/,
    folder => `Make the account that runs PostgreSQL the owner of ${folder} and everything in it.`,
  ],
  [
    /checkpoint record|pg_wal|pg_control|control file|could not (?:open|access|read|find)|invalid (?:page|record|magic|checksum)|No such file/,
    () =>
      `Files of the database are missing or damaged: restore a backup with ${typed('restore --force FILE')}, as docs/backup.md says.`,
  ],
]

export async function whyNotStarted(logFile: string, databaseFolder: string): Promise<Refusal> {
  const lines = (await lastLogLines(logFile)).split('\n')
  const reason = reasonIn(lines)
  if (reason === undefined)
    return new Refusal('unavailable', `PostgreSQL does not start. The end of ${logFile}:\n${lines.join('\n')}`)
  const action = actionOn(reason, databaseFolder)
  return new Refusal('unavailable', `PostgreSQL does not start: ${reason}. ${action} Its log is ${logFile}.`)
}

/** Why the embedded PostgreSQL ended while it was used, in sentences: a full disk ends it, and its clients learn only that they lost it. */
export async function whyEnded(logFile: string, databaseFolder: string): Promise<string> {
  const lines = (await lastLogLines(logFile)).split('\n')
  const reason = reasonIn(lines.filter(line => /PANIC:/.test(line)))
  if (reason === undefined) return `The embedded PostgreSQL has ended. Read the end of ${logFile}, and start again.`
  return `The embedded PostgreSQL has ended: ${reason}. ${actionOn(reason, databaseFolder)} Its log is ${logFile}.`
}

function actionOn(reason: string, databaseFolder: string): string {
  const ofMachine = aboutMachine(reason)
  if (ofMachine !== undefined) return `${ofMachine}.`
  return ANSWERS.find(([of]) => of.test(reason))?.[1](databaseFolder) ?? 'Correct the cause and start again.'
}

/** The last reason that PostgreSQL gave for not starting, together with the lines that continue it. */
function reasonIn(lines: string[]): string | undefined {
  const at = lines.findLastIndex(line => REASON.test(line))
  const said = REASON.exec(lines[at] ?? '')?.[1]
  if (said === undefined) return undefined
  const rest = lines
    .slice(at + 1)
    .map(line => /^(?:.*DETAIL: +|(?=but could not|Expected to find))(.+)/.exec(line)?.[1])
  const more = rest.slice(0, rest.includes(undefined) ? rest.indexOf(undefined) : rest.length)
  return [said, ...more].join(' ').replace(/[.\s]+$/, '')
}

/** A reason. What the server tells its clients while it starts or stops is not one. */
const REASON = /(?:^postgres:|FATAL:|PANIC:)\s+(?!\s|the database system is )(.+)/
