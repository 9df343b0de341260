/** How the kind of a file is recognized, and what all kinds share: limits, encodings and refusals. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { importFile, kindOf } from '#server/import/import-file.ts'
import { MAX_ROWS } from '#server/import/rows/read-rows.ts'
import { useWorld } from '../world.ts'
import { fileOf } from './imported.ts'
import { fixture } from './read-all.ts'

const DOCS = join(import.meta.dirname, '../../../docs')
const OPTIONS = { asOf: undefined, today: '2026-03-15', dryRun: false, skipBadRows: false, closeMissing: false }

const world = useWorld()
test('the header row determines the kind of a file, whatever is above it', async () => {
  const cases: [string, string][] = [
    [fixture('appfolio-flat.csv'), 'rent_roll'],
    [fixture('appfolio-by-property.csv'), 'rent_roll'],
    [fixture('appfolio-by-status.csv'), 'rent_roll'],
    [fixture('bad-rows.csv'), 'rent_roll'],
    [join(DOCS, 'import-template.csv'), 'rent_roll'],
    [join(DOCS, 'import-payments-template.csv'), 'payments'],
    [join(DOCS, 'import-ledger-template.csv'), 'ledger'],
    [join(DOCS, 'import-work-orders-template.csv'), 'work_orders'],
    [fileOf('Tenant Ledger\n\nDate,Payer,Description,Charges,Payments,Balance,Unit\n'), 'ledger'],
    [fileOf('Tenant Ledger\nExported On: 3/1/2026\n\nDate;Unit;Tenant;Amount\n'), 'payments'],
    [fileOf('Property\tWork Order Number\tJob Description\tUnit\tStatus\n'), 'work_orders'],
    // A file that lacks a column is of the kind with which it shares the most headers.
    [fileOf('Work Order Number,Priority,Vendor,Scheduled Start\n'), 'work_orders'],
    [fileOf('Property,Receipt Date,Payer,Payment Method,Check Number\n'), 'payments'],
    [fileOf('Property,Tenant,Rent,Lease From,Lease To\n'), 'rent_roll'],
  ]
  for (const [path, kind] of cases) assert.equal(await kindOf(path), kind, path)
})

test('a file of an unknown kind is refused with what each kind requires, and one that lacks a column with that column', async () => {
  const organization = await world.organization()
  const bring = (content: string) => importFile(fileOf(content), OPTIONS, organization.within, () => {})
  await assert.rejects(bring('Hello\nWorld\n'), {
    name: 'Refusal',
    message: /No header row was found .* A rent roll needs .* A ledger needs .* Payments need .* Work orders need /,
  })
  await assert.rejects(bring('Work Order Number,Priority,Vendor\n'), {
    message: /lacks Job Description\. It has: Work Order Number/,
  })
  await assert.rejects(bring('Property,Unit,Payer,Payment Method,Check Number\n'), { message: /lacks Date and Amount/ })
})

test('each kind of file returns its own report', async () => {
  const organization = await world.organization()
  const bring = (name: string, options = {}) =>
    importFile(join(DOCS, name), { ...OPTIONS, ...options }, organization.within, () => {})
  const roll = await bring('import-template.csv', { asOf: '2026-03-01' })
  assert.deepEqual([roll.json.kind, roll.json.written, roll.refused], ['rent_roll', true, false])
  assert.ok(roll.lines.includes('Imported.'))
  for (const [name, kind, noun, cents, dollars] of [
    ['import-payments-template.csv', 'payments', 'payments', 558_000, '5,580.00'],
    ['import-work-orders-template.csv', 'work_orders', 'work orders', 18_500, '185.00'],
  ] as const) {
    const { json, lines, refused } = await bring(name)
    assert.deepEqual([json.kind, json.written, refused], [kind, true, false])
    assert.deepEqual([json.created, json.updated, json.unchanged], [{ [kind]: 3 }, { [kind]: 0 }, 0])
    const total = { records: 3, amount_cents: cents }
    assert.deepEqual(json.totals, { file: total, stored: total })
    assert.deepEqual(lines.slice(1), [
      'Imported.',
      '  created: 3; updated: 0',
      '  unchanged: 0',
      `Total: $${dollars}  = stored`,
    ])
    assert.match(lines[0] ?? '', new RegExp(`: 3 ${noun}\\.$`))
  }
  const refused = await bring('import-payments-template.csv', { dryRun: true })
  assert.match(
    refused.lines.join('\n'),
    /This was a dry run\. Nothing was imported\.\n {2}would be created: 0; would be updated: 0\n {2}unchanged: 3/,
  )
})

test('a file with more rows than one import accepts is refused before anything is written', async () => {
  const organization = await world.organization()
  const path = fileOf(`Date,Property,Unit,Amount\n${'3/1/2026,Oak,1,5\n'.repeat(MAX_ROWS + 1)}`)
  const importing = importFile(path, OPTIONS, organization.within, () => {})
  await assert.rejects(importing, { name: 'Refusal', code: 'invalid_request', message: /more than 60,000 rows/ })
})

test('an option that does not apply to the kind of a file is refused by its name', async () => {
  const { within } = await world.organization()
  const orders = 'Property,Unit,Work Order Number,Description,Status,Created\nOak,1,W-1,Tap leaks,New,03/01/2026\n'
  for (const [content, what] of [
    ['Date,Property,Unit,Amount\n3/1/2026,Oak,1,5\n', 'payments'],
    ['Date,Property,Unit,Charges,Payments\n3/1/2026,Oak,1,5,\n', 'a ledger'],
    [orders, 'work orders'],
  ] as const) {
    const path = fileOf(content)
    for (const [option, words] of [
      [{ asOf: '2026-03-01' }, '“As of” (--as-of)'],
      [{ closeMissing: true }, '“Move out residents who are no longer on the rent roll” (--close-missing)'],
    ] as const) {
      await assert.rejects(
        importFile(path, { ...OPTIONS, ...option }, within, () => {}),
        {
          code: 'invalid_request',
          message: `${words} applies only to a rent roll, and ${path} contains ${what}. Nothing was imported. Import it without this option.`,
        },
      )
    }
    await assert.rejects(
      importFile(path, { ...OPTIONS, layout: 'buildium' }, within, () => {}),
      { code: 'invalid_request', message: new RegExp(`^“Layout” \\(--layout\\) .* contains ${what}`) },
    )
  }
})

test('a second import of the organization at the same time is refused', async () => {
  const organization = await world.organization()
  const path = fileOf('Date,Property,Unit,Amount\n3/1/2026,Oak,1,5\n')
  await organization.within(async ({ db }) => {
    await db.query((await import('#server/platform/work-lock.ts')).tryLockWork, [organization.id, 'import'])
    await assert.rejects(
      importFile(path, OPTIONS, organization.within, () => {}),
      { message: /Another import/ },
    )
  })
})
