/** Buildium's general ledger, as its CSV export has it: postings with one signed amount, on every account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importFile as importAny } from '#server/import/import-file.ts'
import { useWorld } from '../world.ts'
import { cellsOf, centsOf, fileOf } from './imported.ts'
import { balanceInFile, balancesIn, importLedger, LINES, MONTH_ENDS, withRoll } from './ledger-lines.ts'

const ANY = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }

const world = useWorld()

const POSTING =
  'id,journalCodeId,entryDate,journalMemo,checkNumber,postingMemo,amount,isCashPosting,glAccountId,buildingId,GLAccountName,payeeName,payeeNameRaw,leaseId,unitNumber,buildingName,GLAccountTypeName,journalCodeDescription'

/** A line as Buildium's general ledger posts it: on the account of receivables, and the other way on another account. */
function postingsOf(line: string, index: number): string[] {
  const [date, property, unit, name, type, words, charges, payments, reference] = cellsOf(line)[0] as string[]
  const posting = (account: string, group: string, cents: number) => {
    const amounts = [words, reference, words, (cents / 100).toFixed(2), 0, 3, 7, account]
    const cells = [9_000 + index, 4, date, ...amounts, `Unit ${unit} - ${name}`, name, 5, unit, property, group, type]
    return cells.join(',')
  }
  const cents = centsOf(charges) - centsOf(payments)
  return [posting('Accounts Receivable', 'Asset', cents), posting('4000 Rent Income', 'Income', -cents)]
}

test('Buildium’s general ledger gives the balances of the same lines in our template', async () => {
  const organization = await withRoll(world)
  const path = fileOf([POSTING, ...LINES.flatMap(postingsOf)].join('\n'))
  const kinds = await importAny(path, { ...ANY, dryRun: true }, organization.within, () => {})
  assert.equal(kinds.outcome.kind, 'ledger')
  const outcome = await importLedger(organization, path)
  assert.deepEqual([outcome.written, outcome.created, outcome.problems.first], [true, LINES.length, []])
  assert.deepEqual(
    outcome.reported.first.map(({ message }) => message),
    [
      `Rows that belong to accounts other than receivables are not imported: ${LINES.length}, of which this is the first.`,
    ],
  )
  for (const day of MONTH_ENDS) {
    const units = ['1', '2', '3'].map(unit => [unit, balanceInFile(LINES, unit, day, 0)])
    assert.deepEqual(await balancesIn(world, organization, day), Object.fromEntries(units), day)
  }
  assert.equal((await importLedger(organization, path)).unchanged, LINES.length)
})
