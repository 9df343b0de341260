/** Some systems write payments below zero: the balances of such a ledger are those of the same one with payments above zero. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { cellsOf, fileOf } from './imported.ts'
import { balancesIn, HEADER, importLedger, LINES, ledger, MONTH_ENDS, withRoll } from './ledger-lines.ts'

const world = useWorld()

/** A line with its payment below zero, in parentheses. */
function negated(line: string): string {
  const cells = cellsOf(line)[0] as string[]
  return cells.map((cell, index) => `"${index === 7 && cell ? `(${cell})` : cell}"`).join(',')
}

const NOTE =
  'The file writes payments below zero, so an amount below zero in this column is read as a payment or a credit, and not as a reversal or a refund.'

test('payments that a ledger writes below zero are payments, by their type', async () => {
  const organization = await withRoll(world)
  const outcome = await importLedger(organization, ledger(...LINES.map(negated)))
  assert.deepEqual([outcome.written, outcome.created, outcome.problems.first], [true, LINES.length, []])
  assert.deepEqual(
    outcome.reported.first.map(({ line, message }) => [line, message]),
    [[5, NOTE]],
  )
  const usual = await withRoll(world)
  await importLedger(usual, ledger(...LINES))
  for (const day of MONTH_ENDS) {
    assert.deepEqual(await balancesIn(world, organization, day), await balancesIn(world, usual, day), day)
  }
  const stored =
    'select method, amount_cents::int, reference from payments where organization_id = $1 order by payment_date, amount_cents'
  assert.deepEqual(await world.sql(stored, [organization.id]), await world.sql(stored, [usual.id]))
  const again = await importLedger(organization, ledger(...LINES.map(negated)))
  assert.deepEqual([again.created, again.unchanged], [0, LINES.length])
})

test('the running balances say what a payment below zero is in a file without types', async () => {
  const head = 'Date,Property,Unit,Tenant,Charges,Payments,Balance'
  const kinds = async (...lines: string[]) => {
    const { changes, reported } = await importLedger(
      await withRoll(world),
      fileOf(`${head}\n${lines.map(line => `${line}\n`).join('')}`),
      { dryRun: true },
    )
    return [
      changes.first.map(change => change.replace(/^Oak 1: (\w+) of .*/, '$1')),
      reported.first.some(({ message }) => message === NOTE),
    ]
  }
  const [billed, paid] = ['1/1/2026,Oak,1,Ann Elm,1000,,1000', '1/5/2026,Oak,1,Ann Elm,,-1000']
  const next = '2/1/2026,Oak,1,Ann Elm,1000,'
  assert.deepEqual(await kinds(billed, `${paid},0`, `${next},1000`), [['charge', 'payment', 'charge'], true])
  assert.deepEqual(await kinds(billed, `${paid},2000`, `${next},3000`), [['charge', 'reversal', 'charge'], false])
  // A file that has both signs takes payments back.
  const both = ['1/3/2026,Oak,1,Ann Elm,,1000,0', `${paid},1000`]
  assert.deepEqual(await kinds(billed, ...both), [['charge', 'payment', 'reversal'], false])
})

test('a payment below zero is one that was reversed, and not a charge, although its type says Payment', async () => {
  const organization = await withRoll(world)
  const lines = ['2/3/2026,Oak,1,Ann Elm,Payment,Rent,,1000,77', '2/5/2026,Oak,1,Ann Elm,Payment,Rent,,-1000,77']
  assert.ok((await importLedger(organization, fileOf(`${HEADER}\n${lines.join('\n')}\n`))).written)
  assert.deepEqual(
    await world.sql(
      'select status, amount_cents::int from payments where organization_id = $1 and reference is not null',
      [organization.id],
    ),
    [{ status: 'REVERSED', amount_cents: 100_000 }],
  )
})

test('a debit that says that a payment was returned reverses it, and is a charge if there is no such payment', async () => {
  const lines = [
    '1/1/2026,Oak,1,Ann Elm,January rent,1000,,1000',
    '1/5/2026,Oak,1,Ann Elm,Payment - check 76,,1000,0',
    '1/9/2026,Oak,1,Ann Elm,NSF check 76,1000,,1000',
    '1/9/2026,Oak,1,Ann Elm,NSF fee,50,,1050',
    '1/12/2026,Oak,1,Ann Elm,Returned check of December,700,,1750',
    '1/15/2026,Oak,1,Ann Elm,Money order,,1750,0',
    '2/1/2026,Oak,1,Ann Elm,February rent,1000,,1000',
    '3/1/2026,Oak,1,Ann Elm,March rent,1000,,2000',
  ]
  const file = fileOf(['Date,Property,Unit,Tenant,Description,Debit,Credit,Balance', ...lines, ''].join('\n'))
  const organization = await withRoll(world)
  const { written, changes, created, problems } = await importLedger(organization, file)
  assert.deepEqual([written, created, problems.first], [true, lines.length, []])
  assert.deepEqual(
    changes.first.filter(change => /2026-01-(?:09|12)/.test(change)),
    [
      'Oak 1: reversal of $1,000.00 on 2026-01-09',
      'Oak 1: charge of $50.00 on 2026-01-09',
      'Oak 1: charge of $700.00 on 2026-01-12',
    ],
  )
  const payments = await world.sql(
    'select payment_date::text as day, status from payments where organization_id = $1 and amount_cents = 100000',
    [organization.id],
  )
  assert.deepEqual(payments, [{ day: '2026-01-05', status: 'REVERSED' }])
  const again = await importLedger(organization, file)
  assert.deepEqual([again.created, again.unchanged], [0, lines.length])
})

test('a charge for a returned payment is a charge, even if an earlier one of its amount was paid', async () => {
  const lines = [
    '1/9/2026,Oak,1,Ann Elm,NSF charge,35,,35',
    '1/15/2026,Oak,1,Ann Elm,Payment - check 76,,35,0',
    '2/9/2026,Oak,1,Ann Elm,Returned check charge,35,,35',
    '2/9/2026,Oak,1,Ann Elm,NSF penalty,35,,70',
    '3/1/2026,Oak,1,Ann Elm,March rent,1000,,1070',
  ]
  const file = fileOf(['Date,Property,Unit,Tenant,Description,Debit,Credit,Balance', ...lines, ''].join('\n'))
  const { written, changes } = await importLedger(await withRoll(world), file)
  assert.equal(written, true)
  assert.deepEqual(
    changes.first.filter(change => /2026-02/.test(change)),
    ['Oak 1: charge of $35.00 on 2026-02-09', 'Oak 1: charge of $35.00 on 2026-02-09'],
  )
})
