/** The command `import`: imports rent rolls, payments, ledgers and work orders, one file after another, each completely or not at all. */
import { existsSync } from 'node:fs'
import { access, constants, open, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { IMPORT_LAYOUTS } from '#contract/console/import-mapping.ts'
import { todayIn } from '../base/dates.ts'
import { Refusal } from '../base/refusal.ts'
import { importTimeoutMs } from '../database.ts'
import { explain } from '../db/explain.ts'
import { type Imported, importFile } from '../import/import-file.ts'
import { questionsOf, questionsOfHeader, questionsOfRows } from '../import/questions.ts'
import type { LayoutName } from '../import/read/layouts/layout-name.ts'
import { NO_MAPPING, readMapping } from '../import/read/mapping.ts'
import { UnknownHeader } from '../import/read/unknown-header.ts'
import { type Call, type Command, ORGANIZATION_OPTION, type Outcome } from './command.ts'
import { type Session, withSession } from './session.ts'

export const importCommand: Command = {
  words: 'import',
  about: 'Import rent rolls, payments, ledgers or work orders: exports of other systems, or our templates.',
  operands: ['FILE…'],
  ifInterrupted:
    'A file is imported completely or not at all. Import all of them again: what is already stored is recognized.',
  options: {
    org: ORGANIZATION_OPTION,
    'as-of': {
      value: 'YYYY-MM-DD',
      about: 'The day of a rent roll. Defaults to the day stated in the file, or else today.',
    },
    layout: {
      value: 'NAME',
      oneOf: IMPORT_LAYOUTS,
      about: `The layout of a rent roll: ${IMPORT_LAYOUTS.join(', ')}. Defaults to the one that its header row shows.`,
    },
    map: {
      value: 'FILE',
      about: 'A mapping file: addresses, charge codes, statuses and columns that the file does not explain.',
    },
    'write-map': {
      value: 'FILE',
      about: 'Write a mapping file to fill in, with the questions that the file leaves open.',
    },
    'dry-run': { about: 'Show what would change, and store nothing.' },
    'skip-bad-rows': { about: 'Reject only the rows with errors instead of the whole file.' },
    'close-missing': { about: 'Move out residents who are no longer on the rent roll.' },
  },
  run: call => {
    const asOf = call.day('as-of')
    const timeoutMs = importTimeoutMs(call.config)
    const asked = call.text('write-map')
    const work = async (session: Session): Promise<Outcome> => {
      // The mapping file is tried first, because a command must not import files and then be refused.
      if (asked !== undefined) await refuseUnwritable(asked)
      const organization = await session.organization(call.text('org') as string)
      const map = call.text('map')
      const mapping =
        map === undefined ? NO_MAPPING : await readMapping(map, { isOfOneFile: call.operands.length === 1 })
      const layout = call.text('layout') as LayoutName | undefined
      const options = {
        asOf,
        mapping,
        ...(layout && { layout }),
        today: todayIn(organization.time_zone, session.now()),
        dryRun: call.isSet('dry-run'),
        skipBadRows: call.isSet('skip-bad-rows'),
        closeMissing: call.isSet('close-missing'),
        isUnseen: true,
        timeoutMs,
      }
      const questions: Questions = {}
      const importOne = (file: string): Promise<Outcome> =>
        withProgress(call, onProgress => {
          const imported = importFile(file, options, work => session.within(organization, work), onProgress)
          return asked === undefined ? imported : withQuestions(imported, asked, questions)
        })
      const [only, another] = call.operands
      if (only !== undefined && another === undefined) return importOne(only)
      return together(await importEach(call.operands, importOne))
    }
    return withSession(call, work, { limits: { transactionTimeoutMs: timeoutMs } })
  },
}

/** Shows the progress of `work`, from its first report on. */
async function withProgress<T>(
  { terminal }: Call,
  work: (onProgress: (rows: number, of: number) => void) => Promise<T>,
): Promise<T> {
  let bar: ReturnType<typeof terminal.progress> | undefined
  try {
    return await work((rows, of) => {
      bar ??= terminal.progress('Importing', of)
      bar.at(rows)
    })
  } finally {
    bar?.end()
  }
}

/** The questions of the files so far, by list and word. */
type Questions = Record<string, object>

/** Writes the questions that a file leaves open, or the question about its columns if the file is refused because of them. */
async function withQuestions(importing: Promise<Imported>, path: string, questions: Questions): Promise<Imported> {
  const write = async (more: Record<string, unknown>) => {
    addQuestions(questions, more)
    await writeQuestions(path, questions)
  }
  try {
    const imported = await importing
    await write(questionsIn(imported))
    return imported
  } catch (error) {
    if (error instanceof UnknownHeader) await write(questionsOfHeader(error))
    throw error
  }
}

/** Adds the questions of a file to those of the files before it, whose suggestions are kept. */
function addQuestions(questions: Questions, more: Record<string, unknown>): void {
  for (const [list, words] of Object.entries(more)) questions[list] = { ...(words as object), ...questions[list] }
}

function questionsIn({ outcome }: Imported): Record<string, unknown> {
  return 'mapping' in outcome ? questionsOf(outcome, outcome.mapping) : questionsOfRows(outcome)
}

async function writeQuestions(path: string, questions: Questions): Promise<void> {
  await writeFile(path, `${JSON.stringify(questions, null, 2)}\n`).catch(cannotWrite(path))
}

async function refuseUnwritable(path: string): Promise<void> {
  if (!existsSync(path)) return access(dirname(path), constants.W_OK).catch(cannotWrite(path))
  const file = await open(path, 'r+').catch(cannotWrite(path))
  await file.close()
}

function cannotWrite(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code, message }) => {
    throw new Refusal(
      'unavailable',
      `${path} cannot be written (${code ?? message}). Name a file in a folder that exists and that this account may write.`,
    )
  }
}

/**
 * Imports the files one after another. A file that fails, because it is refused or because of the database, neither prevents the next from being
 * imported nor hides the reports of the others.
 */
async function importEach(files: readonly string[], importOne: (file: string) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const file of files) {
    try {
      outcomes.push(await importOne(file))
    } catch (error) {
      const { code, message } = refusalOf(error)
      const line = message.includes(file) ? message : `${file}: ${message}`
      outcomes.push({ json: { file, written: false, error: code, message }, lines: [line], refused: true })
    }
  }
  return outcomes
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const explained = explain(error)
  if (!explained) throw error
  return new Refusal('unavailable', `${explained.message} Nothing was imported. ${explained.action}`)
}

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    json: { files: outcomes.map(({ json }) => json) },
    lines: outcomes.flatMap(({ lines }, index) => (index === 0 ? lines : ['', ...lines])),
    refused: outcomes.some(({ refused }) => refused),
  }
}
