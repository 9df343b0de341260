/** Lists of other kinds, which have units and names as a rent roll has, are refused by what they are, so that nobody in them becomes a resident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOfHeader } from '#server/import/read/kinds.ts'
import { readText } from './read-all.ts'

const LISTS: readonly (readonly [header: string, row: string, refusal: RegExp])[] = [
  [
    'Name,Email,Phone,Property,Unit,Source,Status,Inquiry Received,Move In Preference,Max Rent',
    'Sam Fir,sam@example.com,330-555-0199,Oak,102,Zillow,Active,11/20/2026,12/15/2026,1300',
    /^By its columns Source, Inquiry Received, Move In Preference, Max Rent, this file looks like a list of leads/,
  ],
  ['Name,Email,Phone,Interested In,Desired Move In', 'Sam Fir,,,Oak 1,12/1/2026', /looks like a list of leads/],
  ['Prospect,Tenant,Unit,Desired Move-in', 'Sam Fir,,102,12/15/2026', /looks like a list of leads/],
  ['Issue,Priority,Property,Unit,Tenant', 'Leak,High,Oak,101,Ann Elm', /looks like a list of work orders\. They need/],
  ['Invoice #,Due Date,Customer,Unit,Amount', '1,11/1/2026,Ann Elm,101,1150', /looks like a list of invoices/],
  [
    'Payment Completed Date,Tenant,Property,Unit,Payment Status',
    '11/1/2026,Ann Elm,Oak,101,Paid',
    /looks like a list of payments\. They need Date/,
  ],
  [
    'Date Paid,Apt,Name,Amt,How,For',
    '3/1/26,1,Ann Elm,1225,Zelle,Mar',
    /columns Date Paid, Amt, .* list of payments\./,
  ],
  [
    'Tenant,Property,Unit,Amount,Type,Status,Initiated,Completed,Fee',
    'Ann Elm,Oak,1,1225,Rent,Completed,3/1/2026,3/4/2026,0',
    /columns Amount, Initiated, Completed, .* list of payments\./,
  ],
  [
    'Unit,Name,Tenant Status,Move In,Amount Receivable,0-30,30-60,Last Payment',
    '103,Bob Fir,Current,2/1/2025,1100,1100,0,10/1/2026',
    /^This file looks like a report of aged receivables or delinquency/,
  ],
  [
    'Name,Company,Trade,Phone,Email,Tax ID,Address',
    'Joe Pipe,Joe Pipe LLC,Plumbing,614-555-0101,joe@example.com,12-3456789,1 Main St',
    /^This file looks like a list of vendors, which is not imported/,
  ],
  [
    'Company Name,Contact,Phone,Address,1099,Insurance Expiration',
    'Joe Pipe LLC,Joe Pipe,614-555-0101,1 Main St,Yes,1/1/2027',
    /^This file looks like a list of vendors, which is not imported/,
  ],
  [
    'Company Name,Name,Phone Numbers,Email,Default GL Account,Payment Type,Send 1099?,Liability Ins. Expiration',
    'Joe Pipe LLC,Joe Pipe,614-555-0101,joe@example.com,6100,Check,Yes,1/1/2027',
    /^This file looks like a list of vendors, which is not imported/,
  ],
  [
    'Name,Phone,Email,Address,Properties Owned,Tax ID,Last Packet Sent',
    'Maple LLC,614-555-0101,maple@example.com,1 Main St,Maple Court,12-3456789,11/1/2026',
    /^This file looks like a list of owners, which is not imported/,
  ],
]

test('a list of leads, work orders, invoices, payments or balances is not read as a rent roll', async () => {
  for (const [header, row, message] of LISTS) await assert.rejects(readText(`${header}\n${row}\n`), { message }, header)
})

test('a report of delinquency is refused by its title even if it has the rent, and a rent roll with ages is not', async () => {
  const table = 'Property,Unit,Tenant,Status,Rent,0-30,31-60\nOak,1,Ann Elm,Current,900,900,0\n'
  await assert.rejects(readText(`Delinquency\n${table}`), /aged receivables/)
  for (const text of [table, `Rent Roll with Aging\n${table}`]) assert.equal((await readText(text)).rows.length, 1)
})

test('a rent roll may have one column of another list, or several next to its leases', async () => {
  for (const header of [
    'Source',
    'Priority',
    'Due Date,Lease From',
    'Payment Method,Payment Status,Lease To',
    'Vendor',
  ]) {
    const roll = await readText(`Property,Unit,Tenant,${header}\nOak,1,Ann Elm\n`)
    assert.equal(roll.rows[0]?.status, 'CURRENT', header)
  }
})

test('work orders of more systems are found by their header', () => {
  const kinds = ['Task #,Subject', 'WO#,Brief Description', 'Ticket,Title', 'Request #,Details', 'Job #,Category'].map(
    header => kindOfHeader({ cells: `${header},Property,Unit,Status,Caller,Reported`.split(',') }),
  )
  assert.deepEqual(new Set(kinds), new Set(['work_orders']))
  assert.equal(kindOfHeader({ cells: 'Task,Property,Unit,Tenant,Status'.split(',') }), 'rent_roll')
  assert.equal(kindOfHeader({ cells: 'Payment Initiated Date,Tenant,Payment Amount'.split(',') }), 'payments')
})

test('a further header of the unit changes no payment, which is identified by its content', () => {
  assert.equal(kindOfHeader({ cells: 'Date,Lot,Amount'.split(',') }), undefined)
})
