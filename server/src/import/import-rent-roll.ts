/** Imports one rent roll into one organization, completely or not at all. */
import { type ImportOptions, type InTransaction, wholeOrNothing } from './import-transaction.ts'
import { reportLaterRoll } from './later-roll.ts'
import { type RememberedLayout, remember } from './mapping/remembered.ts'
import { type Outcome, startOutcome } from './outcome.ts'
import type { LayoutName } from './read/layouts/layout-name.ts'
import type { PropertyRecord, RentRollHeader } from './read/records.ts'
import { surveyFile } from './survey.ts'
import { writeFile } from './write-file.ts'

/**
 * Reads the file, sees how large it is and which properties it names, and then writes it, in batches, in one transaction.
 * Memory holds a batch, the compressed records and a few words per unit. The outcome says whether the file was imported. Throws a Refusal if the
 * file cannot be read or cannot be imported as a whole.
 */
export async function importRentRoll(
  path: string,
  options: ImportOptions,
  inTransaction: InTransaction,
  onProgress: (rows: number, of: number) => void,
): Promise<Outcome> {
  const disagreements: { line: number; facts: readonly (keyof PropertyRecord)[] }[] = []
  const survey = await surveyFile(path, options, (line, facts) => {
    if (disagreements.length < MAX_DISAGREEMENTS) disagreements.push({ line, facts })
  })
  const { asOf, header } = survey
  // After the first rejected row, the rest is only planned, to report every problem at once.
  const writes = options.skipBadRows || survey.rowsLeftOut === 0

  return wholeOrNothing(
    'rent_roll',
    { ...options, path, splitBy: 'property' },
    inTransaction,
    async context => {
      const { dryRun, name: file = path } = options
      const outcome = startOutcome({ file, asOf, dryRun, header })
      for (const { line, facts } of disagreements) {
        const message = `An earlier line gives this property a different ${facts.map(wordOf).join(', ')}, which is used. Correct one of the two.`
        outcome.reported.add({ line, unit: '', message })
      }
      await writeFile(context, path, survey, { ...options, writes }, outcome, onProgress)
      await reportLaterRoll(context, outcome)
      if (writes && options.mapping)
        await remember(
          context,
          options.mapping.answers,
          'rent_roll',
          header.mapped,
          chosenLayout(header, options.layout),
        )
      return outcome
    },
    summaryOf,
  )
}

/** A fact about a property in words: `yearBuilt` is `year built`. */
function wordOf(fact: string): string {
  return FACTS[fact] ?? fact.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ').toLowerCase()
}

const FACTS: Readonly<Record<string, string>> = {
  address_line: 'street',
  postal_code: 'ZIP code',
  externalId: 'Property ID',
  ownerName: 'owner',
  portfolioName: 'portfolio',
  currentValueCents: 'current value',
}

/** The choice of a layout, which later files of the same kind are read with. */
function chosenLayout({ recognizedAs }: RentRollHeader, layout: LayoutName | undefined): RememberedLayout[] {
  return recognizedAs && layout ? [{ recognized_as: recognizedAs, layout }] : []
}

const MAX_DISAGREEMENTS = 1_000

function summaryOf({ file, asOf, rows, rowsLeftOut, movedOut, created, updated }: Outcome) {
  return { file, as_of: asOf, rows, rows_left_out: rowsLeftOut, moved_out: movedOut, created, updated }
}
