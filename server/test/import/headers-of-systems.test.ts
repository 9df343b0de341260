/** The headers of files of systems without a layout of their own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText } from './read-all.ts'

test('the template by which TenantCloud imports leases is read', async () => {
  const { header, rows, problems } = await readText(
    'Property Name*,Property Address*,City*,State*,Zip*,Unit number,Size (sq.ft),Market Rent,Tenant(s) Full name*,Tenant(s) Email,Tenant(s) Phone,Lease Start Date*,Lease End Date,Total Recurring Rent Amount,Total Deposit Amount\n' +
      'Lark House,5 Lark Ln,Akron,OH,44301,,1400,1700,"Pam Cole, Jim Cole","pam@example.com, jim@example.com","3305550100, 3305550101",1/1/2026,12/31/2026,1650,1600\n',
  )
  const { unit, tenancy } = rows[0] ?? {}
  assert.deepEqual([header.ignoredColumns, problems], [[], []])
  assert.deepEqual(
    tenancy?.residents.map(({ first_name, email, phone }) => [first_name, email, phone]),
    [
      ['Pam', 'pam@example.com', '3305550100'],
      ['Jim', 'jim@example.com', '3305550101'],
    ],
  )
  assert.deepEqual([unit?.sqft, tenancy?.lease.rentCents, tenancy?.lease.depositCents], [1400, 165_000, 160_000])
})

test("MRI's commercial rent roll is read, and its day is the one on which it was printed", async () => {
  const { header, rows, problems } = await readText(
    'Database:  MRIPROD,,,Rent Roll,,,,,Page:  1\n,,,Harbor Plaza,,,,,Date:  11/1/2026\n' +
      'Bldg Id-Suit Id,Occupant Name,Rent Start,Expiration,GLA Sqft,Monthly Base Rent,Monthly Cost Recovery,Monthly Other Income,Security Deposit\n' +
      '100-0101,Harbor Dental PLLC,1/1/2022,12/31/2031,2400,"4,800.00","1,150.00",25,"9,600.00"\n100-0102,Vacant,,,1200,,,,\n',
  )
  assert.deepEqual([header.asOf, header.ignoredColumns, problems], ['2026-11-01', [], []])
  const { from, to, rentCents, otherCharges } = rows[0]?.tenancy?.lease ?? {}
  const charges = otherCharges?.map(({ description, amount_cents }) => `${description} ${amount_cents}`)
  assert.deepEqual(
    [from, to, rentCents, charges],
    ['2022-01-01', '2031-12-31', 480_000, ['Monthly Cost Recovery 115000', 'Monthly Other Income 2500']],
  )
  assert.deepEqual(
    rows.map(({ unit, status }) => `${unit.label} ${status}`),
    ['100-0101 CURRENT', '100-0102 VACANT_UNRENTED'],
  )
})

test('a small sheet with short headers, and dollars behind the amounts, is read', async () => {
  const { header, rows, problems } = await readText(
    'Unit #;Resident(s);Lease Exp;Monthly Rent;Sec. Dep.;Bal.\nA-1;Pat Neil;mo-mo;1050.00 $;1,050.00$;-50.00 $\nA-2;Al Bee;mo/mo;980 $;0 $;1960 $\n',
  )
  assert.deepEqual([header.ignoredColumns, problems], [[], []])
  assert.deepEqual(
    rows.map(({ tenancy }) => [
      tenancy?.lease.to,
      tenancy?.lease.rentCents,
      tenancy?.lease.depositCents,
      (tenancy?.lease.pastDueCents ?? 0) - (tenancy?.lease.prepaidCents ?? 0),
    ]),
    [
      [undefined, 105_000, 105_000, -5_000],
      [undefined, 98_000, 0, 196_000],
    ],
  )
})

test('a list of leads is refused as one, although it has no column of units', async () => {
  await assert.rejects(
    readText(
      'Name,Email,Status,Source,Interested In,Move In Preference\nAnn Pro,ann@example.com,New,Zillow,Birch,12/1/2026\n',
    ),
    /^Refusal: By its columns Source, Interested In, Move In Preference, this file looks like a list of leads/,
  )
})
