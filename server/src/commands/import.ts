/** `import`: rent rolls, payments and work orders, one file after the other, each completely or not at all. */
import { systemClock } from '../base/clock.ts'
import { isBusinessDate, todayIn } from '../base/dates.ts'
import { Refusal } from '../base/refusal.ts'
import { importFile } from '../import/import-file.ts'
import { type Command, type Outcome, WrongUsage } from './command.ts'
import { withSession } from './session.ts'

export const importCommand: Command = {
  words: 'import',
  about: 'Import rent rolls, payments or work orders from AppFolio exports or our templates.',
  operands: ['FILE…'],
  options: {
    org: { value: 'ID', required: true, about: 'ID of the organization.' },
    'as-of': {
      value: 'YYYY-MM-DD',
      about: 'The day of a rent roll. Defaults to the day stated in the file, or else today.',
    },
    'dry-run': { about: 'Show what would change, and store nothing.' },
    'skip-bad-rows': { about: 'Reject only the rows with errors instead of the whole file.' },
    'close-missing': { about: 'Move out residents who are no longer in the rent roll.' },
  },
  run: call => {
    const asOf = call.text('as-of')
    if (asOf !== undefined && !isBusinessDate(asOf))
      throw new WrongUsage('--as-of must be a day such as 2026-03-31, with a year from 1900 to 2999')
    return withSession(call, async session => {
      const organization = await session.organization(call.text('org') as string)
      const options = {
        asOf,
        today: todayIn(organization.time_zone, systemClock.now()),
        dryRun: call.isSet('dry-run'),
        skipBadRows: call.isSet('skip-bad-rows'),
        closeMissing: call.isSet('close-missing'),
      }
      const importOne = async (file: string): Promise<Outcome> => {
        let bar: ReturnType<typeof call.terminal.progress> | undefined
        try {
          return await importFile(
            file,
            options,
            work => session.within(organization, work),
            (rows, of) => {
              bar ??= call.terminal.progress('Importing', of)
              bar.at(rows)
            },
          )
        } finally {
          bar?.end()
        }
      }
      const [only, another] = call.operands
      if (only !== undefined && another === undefined) return importOne(only)
      return together(await oneByOne(call.operands, importOne))
    })
  },
}

/** A file that is refused does not prevent the next file from being imported. */
async function oneByOne(files: readonly string[], importOne: (file: string) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const file of files) {
    try {
      outcomes.push(await importOne(file))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message } = error
      outcomes.push({ json: { file, written: false, error: code, message }, lines: [message], refused: true })
    }
  }
  return outcomes
}

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    json: { files: outcomes.map(({ json }) => json) },
    lines: outcomes.flatMap(({ lines }, index) => (index === 0 ? lines : ['', ...lines])),
    refused: outcomes.some(({ refused }) => refused),
  }
}
