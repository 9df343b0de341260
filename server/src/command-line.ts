/** The command line: finds the command, runs it and prints its result. The exit status is 0 for success, 1 for a refusal, and 2 for wrong usage. */
import { join } from 'node:path'
import { asError } from './base/as-error.ts'
import { Refusal } from './base/refusal.ts'
import { startedAs, typed } from './base/typed-command.ts'
import { explainFile } from './commands/about-files.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { type Command, JSON_OPTION, type Outcome, readCall, usageOf, WrongUsage } from './commands/command.ts'
import { doctorCommand } from './commands/doctor.ts'
import { importCommand } from './commands/import.ts'
import { generateInvoicesCommand } from './commands/invoices.ts'
import { createKeyCommand, listKeysCommand, revokeKeyCommand, rotateKeyCommand } from './commands/keys.ts'
import { listenCommand } from './commands/listen.ts'
import { migrateCommand } from './commands/migrate.ts'
import { openapiCommand } from './commands/openapi.ts'
import {
  createOrganizationCommand,
  listOrganizationsCommand,
  updateOrganizationCommand,
} from './commands/organizations.ts'
import { recomputeCommand } from './commands/recompute.ts'
import { seedCommand } from './commands/seed.ts'
import { serveCommand } from './commands/serve.ts'
import { sayIfInterrupted } from './commands/stop-signals.ts'
import { openTerminal, type Stream } from './commands/terminal.ts'
import { triggerCommand } from './commands/trigger.ts'
import { createUserCommand, setPasswordCommand } from './commands/users.ts'
import { describeUnknown, readSettings, refuseWrong } from './config.ts'
import { databaseFolderIn } from './db/embedded/cluster.ts'
import { whyEnded } from './db/embedded/why-not-started.ts'
import { explain, isLost } from './db/explain.ts'
import { OutOfTime } from './db/failure.ts'
import { version } from './version.ts'

/** Every command, in the order in which `--help` lists them. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  migrateCommand,
  createOrganizationCommand,
  listOrganizationsCommand,
  updateOrganizationCommand,
  createKeyCommand,
  listKeysCommand,
  rotateKeyCommand,
  revokeKeyCommand,
  createUserCommand,
  setPasswordCommand,
  seedCommand,
  importCommand,
  listenCommand,
  triggerCommand,
  generateInvoicesCommand,
  recomputeCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  openapiCommand,
]

/** The output streams of a command, and the environment from which its settings come. */
type Io = { stdout: Stream; stderr: Stream; env: NodeJS.ProcessEnv }

/** Runs the command that `words` names. Resolves with the exit status. */
export async function runCommandLine(words: string[], { stdout, stderr, env }: Io): Promise<number> {
  startedAs(env.GATEHOUSE_STARTED_AS)
  const terminal = openTerminal(stdout, stderr)
  const command = findCommand(words)
  const asJson = words.includes('--json')
  try {
    if (!command) {
      if (words.length === 0 || words.some(isHelp)) return help(words, line => terminal.print(line))
      if (words.includes('--version')) return answer({ json: { version: version() }, lines: [version()] })
      throw unknownCommand(words)
    }
    if (words.some(isHelp)) return helpOn(command, line => terminal.print(line))
    const settings = readSettings(env)
    if (!command.reportsSettings) checkSettings(settings, line => terminal.notice(line))
    const call = readCall(command, words.slice(command.words.split(' ').length), settings, terminal)
    const { ifInterrupted } = command
    const say = (signal: string) => terminal.notice(`gatehouse: ${signal}: ${ifInterrupted}`)
    const outcome = await (ifInterrupted ? sayIfInterrupted(say, () => command.run(call)) : command.run(call))
    return outcome ? answer(outcome) : 0
  } catch (error) {
    return fail(error, await whyLost(error, env))
  }

  function answer({ json, lines, refused }: Outcome): number {
    if (asJson) terminal.print(JSON.stringify(json))
    else for (const line of lines) terminal.print(line)
    return refused ? 1 : 0
  }

  function fail(error: unknown, lost: string | undefined): number {
    const { code, message } = lost ? { code: 'unavailable', message: lost } : describeFailure(error, command)
    const wrong = error instanceof WrongUsage
    if (asJson) terminal.print(JSON.stringify({ error: code, message }))
    terminal.notice(`gatehouse: ${message}`)
    if (wrong) terminal.notice(command ? `Usage: ${usageOf(command)}` : `See ${typed('--help')}.`)
    if (code === 'internal_error' && error instanceof Error && error.stack) terminal.notice(error.stack)
    return wrong ? 2 : 1
  }
}

/** Names what is most likely a misspelled setting, and refuses settings that are wrong. */
function checkSettings({ config, wrong }: ReturnType<typeof readSettings>, notice: (line: string) => void): void {
  for (const name of config.unknownSettings ?? []) notice(`gatehouse: ${describeUnknown(name)}`)
  refuseWrong(wrong)
}

/** What ended the embedded database, if `error` is that a command lost it: advice about DATABASE_URL would mislead. */
async function whyLost(error: unknown, env: Io['env']): Promise<string | undefined> {
  if (error instanceof OutOfTime || !isLost(error)) return undefined
  const { databaseUrl, dataDir } = readSettings(env).config
  return databaseUrl === undefined ? whyEnded(join(dataDir, 'postgres.log'), databaseFolderIn(dataDir)) : undefined
}

/** Describes why a command failed by its code and a message of a few sentences. */
export function describeFailure(error: unknown, command?: Command): { code: string; message: string } {
  // A command of several transactions may have stored some of them.
  if (error instanceof OutOfTime && command?.ifInterrupted)
    return { code: error.code, message: `${error.reason} ${command.ifInterrupted}` }
  const explained = explain(error) ?? explainFile(error)
  if (explained) return { code: 'unavailable', message: `${explained.message} ${explained.action}` }
  const code = error instanceof WrongUsage ? 'wrong_usage' : error instanceof Refusal ? error.code : 'internal_error'
  return { code, message: asError(error).message }
}

export function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find(command => command.words.split(' ').every((word, index) => words[index] === word))
}

function unknownCommand(words: readonly string[]): WrongUsage {
  const named = words.filter(word => !word.startsWith('-')).slice(0, 2)
  const meant = findCommand(named)
  if (meant) {
    const example = typed(`${meant.words} ${words.find(word => word.startsWith('-'))}`)
    return new WrongUsage(`options follow the name of the command, as in ${example}`)
  }
  const alike = commandsOn(named[0]).map(command => command.words)
  const known = new Intl.ListFormat('en-US').format(alike)
  const choice = alike.length === 0 ? '' : alike.length === 1 ? `; there is only ${known}` : `; there are ${known}`
  return new WrongUsage(named.length > 0 ? `there is no command ${named.join(' ')}${choice}` : 'no command was given')
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** The commands whose first word is `noun`, such as `key create`. */
function commandsOn(noun: string | undefined): readonly Command[] {
  return COMMANDS.filter(command => command.words.startsWith(`${noun} `))
}

/** Prints the commands on the noun that was typed, or else every command. */
function help([noun]: readonly string[], print: (line: string) => void): number {
  const ofNoun = commandsOn(noun)
  const commands = ofNoun.length > 0 ? ofNoun : COMMANDS
  if (commands === COMMANDS) print('Gatehouse: an open, self-hosted property-management API.\n')
  const width = Math.max(...commands.map(({ words }) => words.length))
  for (const { words, about } of commands) print(`  gatehouse ${words.padEnd(width)}  ${about}`)
  print('')
  print('Every command accepts --json and --help.')
  if (commands === COMMANDS)
    print(`${typed('--version')} prints the version. Settings come from the environment; see the README.`)
  return 0
}

function helpOn(command: Command, print: (line: string) => void): number {
  print(command.about)
  print('')
  print(`Usage: ${usageOf(command)}`)
  print('')
  if (command.operandsAbout) print(`${command.operandsAbout}\n`)
  const options = Object.entries({ ...command.options, json: JSON_OPTION }).map(([name, { value, about }]) => {
    return { written: `--${name}${value ? ` ${value}` : ''}`, about }
  })
  const width = Math.max(...options.map(({ written }) => written.length))
  for (const { written, about } of options) print(`  ${written.padEnd(width)}  ${about}`)
  return 0
}
