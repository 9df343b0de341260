/** A command of the command line, and the reading of its arguments. */
import { parseArgs } from 'node:util'
import { isBusinessDate } from '../base/dates.ts'
import type { Config, readSettings, WrongSetting } from '../config.ts'
import type { Terminal } from './terminal.ts'

type Option = {
  /** The name of the value in the usage line, such as `ID`; absent for a switch. */
  value?: string
  required?: boolean
  /** The only values it accepts, in any case. */
  oneOf?: readonly string[]
  /** The only values that a comma-separated list accepts, in any case. */
  someOf?: readonly string[]
  about: string
}

export type Command = {
  /** The command as it is typed, such as `key revoke`. */
  words: string
  about: string
  /** Names of the arguments that follow; one that ends in `…` may be repeated, and one in brackets may be left out. */
  operands?: readonly string[]
  /** What the arguments accept, if their names do not say it, as a sentence for `--help`. */
  operandsAbout?: string
  options: Record<string, Option>
  /** Whether the command runs even if settings are wrong, because it reports them. */
  reportsSettings?: boolean
  /** What is left if SIGTERM, Ctrl-C or the limit of a transaction interrupts the command. Absent if it handles these signals itself, or makes all of its changes in one step. */
  ifInterrupted?: string
  run(call: Call): Promise<Outcome | undefined>
}

export type Call = {
  config: Config
  /** The settings whose values cannot be used; always empty unless the command reports them. */
  wrongSettings: readonly WrongSetting[]
  terminal: Terminal
  operands: readonly string[]
  /** The value of an option that was given. If the option accepts only listed values, it is spelled as in the list. */
  text(name: string): string | undefined
  isSet(name: string): boolean
  /** The value of an option as a day. */
  day(name: string): string | undefined
  /** The value of an option as a whole number. */
  count(name: string, range: { min: number; max: number }): number | undefined
}

/** The option of every command. */
export const JSON_OPTION: Option = { about: 'Print one JSON object and nothing else.' }

/** The option of the commands that work on one organization. */
export const ORGANIZATION_OPTION: Option = { value: 'ID', required: true, about: 'ID of the organization.' }

/** The result of a command: one object for programs, and lines for people. */
export type Outcome = { json: Record<string, unknown>; lines: readonly string[]; refused?: boolean }

/** The command was typed incorrectly: exit status 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

/** Reads the arguments that follow the name of the command. */
export function readCall(
  command: Command,
  words: readonly string[],
  { config, wrong }: ReturnType<typeof readSettings>,
  terminal: Terminal,
): Call {
  const known = { ...command.options, json: JSON_OPTION }
  const parsed = parse(command.words, known, words)
  const { values, positionals } = parsed
  checkRequired(known, values)
  const texts = new Map<string, string>()
  for (const [name, option] of Object.entries<Option>(known)) {
    const given = values[name]
    if (typeof given === 'string') texts.set(name, listedWords(name, given, option))
  }
  const text = (name: string) => texts.get(name)
  checkOperands(command.operands ?? [], positionals)
  return {
    config,
    wrongSettings: wrong,
    terminal,
    operands: positionals,
    text,
    isSet: name => values[name] === true,
    day(name) {
      const given = text(name)
      if (given === undefined || isBusinessDate(given)) return given
      throw new WrongUsage(`--${name} must be a day such as 2026-03-31, with a year from 1900 to 2999`)
    },
    count(name, { min, max }) {
      const given = text(name)
      if (given === undefined) return undefined
      const number = Number(given)
      if (/^\d+$/.test(given) && number >= min && number <= max) return number
      throw new WrongUsage(`--${name} must be a whole number from ${min} to ${max}`)
    },
  }
}

function checkRequired(options: Record<string, Option>, values: Record<string, unknown>): void {
  const missing = Object.entries(options)
    .filter(([name, option]) => option.required && values[name] === undefined)
    .map(([name, { value }]) => `--${name} ${value}`)
  if (missing.length === 0) return
  const named = new Intl.ListFormat('en-US').format(missing)
  throw new WrongUsage(`${named} ${missing.length === 1 ? 'is' : 'are'} missing`)
}

export function usageOf({ words, operands = [], options }: Command): string {
  const parts = Object.entries(options).map(([name, { value, required }]) => {
    const option = value ? `--${name} ${value}` : `--${name}`
    return required ? option : `[${option}]`
  })
  return ['gatehouse', words, ...parts, ...operands].join(' ')
}

/** A value of spaces and commas only, such as that of a shell variable that is not set. */
const NOTHING = /^[\s,]*$/

/** The given values, spelled as in the option's list, if it has one; a value that is not in the list, or that is empty, is wrong usage. */
function listedWords(name: string, given: string, { oneOf, someOf }: Option): string {
  const words = oneOf ?? someOf
  if (!words) {
    // If this counted as absent, an empty --allowed-cidrs would create a key that works from every address.
    if (NOTHING.test(given)) throw new WrongUsage(`--${name} is empty. Give it a value, or leave it out`)
    return given
  }
  const parts = someOf ? given.split(',').flatMap(part => part.trim() || []) : [given]
  const listed = parts.map(part => words.find(word => word.toLowerCase() === part.toLowerCase()))
  if (listed.length > 0 && listed.every(word => word !== undefined)) return listed.join(',')
  const unknown = parts[listed.indexOf(undefined)] ?? given
  throw new WrongUsage(`--${name} must be ${oneOf ? 'one' : 'some'} of ${words.join(', ')}, not “${unknown}”`)
}

function parse(command: string, options: Record<string, Option>, words: readonly string[]) {
  const known = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const,
  )
  const args = { args: [...words], options: Object.fromEntries(known) }
  // Without `strict`, wrong usage is left to us, because Node's sentences are those of a programmer.
  const parsed = parseArgs({ ...args, allowPositionals: true, strict: false, tokens: true })
  const given = new Set<string>()
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (!option) throw new WrongUsage(`${token.rawName} is not an option of gatehouse ${command}`)
    checkValue(token, option)
    // The last of several values would silently win. Repeating a switch changes nothing.
    if (option.value && given.has(token.name)) {
      throw new WrongUsage(`${token.rawName} is given more than once, but has only one value`)
    }
    given.add(token.name)
  }
  return parsed
}

/** Refuses an option without its value, and a switch with one. What looks like another option is not taken for a value. */
function checkValue({ rawName, value, inlineValue }: OptionToken, option: Option): void {
  if (!option.value) {
    if (value !== undefined) throw new WrongUsage(`${rawName} takes no value`)
    return
  }
  if (value === undefined) throw new WrongUsage(`${rawName} has no value`)
  if (!inlineValue && value.startsWith('-') && value !== '-') {
    throw new WrongUsage(`${rawName} has no value. Write one that begins with a hyphen as ${rawName}=-…`)
  }
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function checkOperands(names: readonly string[], given: readonly string[]): void {
  const repeats = names.at(-1)?.endsWith('…') ?? false
  const required = names.filter(name => !name.startsWith('['))
  if (given.length < required.length) throw new WrongUsage(`${required[given.length]} is missing`)
  const empty = given.findIndex(one => one.trim() === '')
  if (empty >= 0) throw new WrongUsage(`${names[Math.min(empty, names.length - 1)] ?? 'an argument'} is empty`)
  if (given.length > names.length && !repeats) throw new WrongUsage(`${given[names.length]} is one argument too many`)
}
