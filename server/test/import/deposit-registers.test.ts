/** Registers of bank deposits, whose payments stand below the heading of their deposit and above its total. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { fileOf, importPayments } from './imported.ts'
import { mapleCourt } from './maple-court.ts'

const world = useWorld()

test('the heading of a bank deposit names no property, and its total is not a payment', async () => {
  for (const [heading, total] of [
    ['Deposit #12 - 3/2/2026', 'Deposit Total'],
    ['Batch: 55', 'Batch 55 Total:'],
    ['Bank Deposit 12', 'Maple Court Subtotal'],
  ]) {
    const { organization } = await mapleCourt(world)
    const path = fileOf(
      `Deposit Register\nProperty: Maple Court\nDate,Unit,Tenant,Check #,Amount\n${heading},,,,\n` +
        `3/2/2026,101,Cy Fir,1001,"1,425.00"\n3/3/2026,101,Cy Fir,1002,25.00\n${total},2 payments,,,"1,450.00"\nGrand Total,,,,"1,450.00"\n`,
    )
    const { created, problems, reported } = await importPayments(organization, path)
    assert.deepEqual([created, problems.first, reported.first], [2, [], []], heading)
  }
})

test('a property that is called Deposit is one', async () => {
  const { organization } = await mapleCourt(world)
  const path = fileOf('Date,Unit,Tenant,Amount\nDeposit Street Lofts,,,\n3/2/2026,101,Cy Fir,25.00\n')
  const [problem] = (await importPayments(organization, path)).problems.first
  assert.match(problem?.reason ?? '', /^There is no property “Deposit Street Lofts” in Gatehouse\./)
})
