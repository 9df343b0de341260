/**
 * Twelve units over a year, with one example of everything that happens to leases: the portfolio whose rent rolls paper-rolls.ts has, worked out
 * by hand.
 */
import type { LeaseCharge, LeaseRecord } from '#server/domain/leases/records.ts'
import type { UnitRecord } from '#server/domain/units/records.ts'
import { charge, lease, on, portfolio, property, rate, resident, store, unit } from '../../records.ts'
import type { Organization, World } from '../../world.ts'
import { openBooks } from './books.ts'

export async function storePaperPortfolio(world: World, organization: Organization) {
  const ohio = portfolio('Ohio')
  const aspen = property({ name: 'Aspen Court', portfolio_id: ohio.id })
  const birch = property({ name: 'Birch House' })
  const inAspen = (label: string, sqft: number | null) => unit(aspen, { label, sqft })
  const inBirch = (label: string, sqft: number) => unit(birch, { label, sqft })
  const a101 = inAspen('101', 800)
  const a102 = inAspen('102', 700)
  const a103 = inAspen('103', 700)
  const a104 = inAspen('104', 900)
  const a105 = inAspen('105', 900)
  const a106 = inAspen('106', null)
  const a107 = inAspen('107', 1200)
  const a108 = unit(aspen, { label: '108', sqft: null, bedrooms: null, bathrooms: null, in_service_from: '2025-06-01' })
  const b1 = inBirch('1', 400)
  const b2 = inBirch('2', 500)
  const b3 = inBirch('3', 650)
  const b4 = unit(birch, { label: '4', sqft: 450, in_service_to: '2025-07-31' })

  const people: ReturnType<typeof resident>[] = []
  const onLeases: ReturnType<typeof on>[] = []
  const leases: LeaseRecord[] = []
  /**
   * A lease by its first day, last day and resident. It is signed the day before it begins and moved into on its first day unless `fields` state
   * otherwise.
   */
  function letTo(
    of: UnitRecord,
    startDate: string,
    endDate: string | null,
    [name, ...others]: [string, ...string[]],
    fields: Partial<LeaseRecord> = {},
  ) {
    const made = lease(of, {
      start_date: startDate,
      end_date: endDate,
      move_in_date: startDate,
      signed_at: `2022-01-01T12:00:00Z`,
      ...fields,
    })
    leases.push(made)
    for (const [index, full] of [name, ...others].entries()) {
      const [firstName = '', lastName = ''] = full.split(' ')
      const person = resident({ first_name: firstName, last_name: lastName })
      people.push(person)
      onLeases.push(on(made, person, index === 0 ? 'PRIMARY' : index === 1 ? 'CO_TENANT' : 'OCCUPANT'))
    }
    return made
  }

  const ann = letTo(a101, '2024-07-01', '2026-06-30', ['Ann Elm', 'Ben Elm'])
  const cy = letTo(a102, '2024-02-01', '2025-04-30', ['Cy Fir'], {
    notice_given_on: '2025-03-05',
    move_out_date: '2025-04-30',
  })
  const dee = letTo(a102, '2025-05-10', '2026-05-09', ['Dee Oak'], {
    signed_at: '2025-04-10T12:00:00Z',
    notice_given_on: '2026-03-01',
    move_out_date: '2026-03-31',
  })
  const eve = letTo(a102, '2026-05-01', '2027-04-30', ['Eve Ash'], {
    signed_at: '2026-03-10T12:00:00Z',
    move_in_date: null,
  })
  const fay = letTo(a103, '2024-09-01', '2025-08-31', ['Fay Yew'], {
    eviction_filed_on: '2025-06-15',
    move_out_date: '2025-09-20',
  })
  const gil = letTo(a104, '2024-10-01', '2025-09-30', ['Gil Elm'], { notice_given_on: '2025-08-01' })
  const hal = letTo(a104, '2025-10-01', '2026-09-30', ['Hal Bay'], { signed_at: '2025-08-15T12:00:00Z' })
  const ida = letTo(a105, '2025-09-10', '2026-09-09', ['Ida Elm'], { signed_at: '2025-08-20T12:00:00Z' })
  const tomBefore = letTo(a106, '2024-05-01', '2025-04-30', ['Tom Sky'], {
    notice_given_on: '2025-05-01',
    move_out_date: '2025-05-31',
  })
  const tom = letTo(a107, '2025-06-01', '2026-05-31', ['Tom Sky'], { signed_at: '2025-05-01T12:00:00Z' })
  const jon = letTo(b1, '2023-01-01', null, ['Jon Ray'], { term_type: 'MONTH_TO_MONTH' })
  const kay = letTo(b2, '2025-06-16', '2026-06-15', ['Kay Lin'], { signed_at: '2025-06-02T12:00:00Z' })
  const lou = letTo(b3, '2024-02-01', '2025-01-31', ['Lou Gray'], { move_out_date: '2025-01-31' })
  const mia = letTo(b3, '2025-04-01', '2026-03-31', ['Mia Poe'], {
    stage: 'CANCELLED',
    signed_at: '2025-02-20T12:00:00Z',
    cancelled_on: '2025-03-20',
    move_in_date: null,
  })
  const ned = letTo(b4, '2022-06-01', '2025-05-31', ['Ned Orr', 'Sam Orr', 'Pia Orr'], {
    notice_given_on: '2025-06-01',
    move_out_date: '2025-07-15',
  })

  const each = (of: LeaseRecord, dollars: number, fields: Partial<LeaseCharge> = {}) =>
    charge(of, { amount_cents: dollars * 100, description: fields.code ?? 'Rent', ...fields })
  const charges = [
    each(ann, 1200, { effective_to: '2025-06-30' }),
    each(ann, 1260, { effective_from: '2025-07-01' }),
    each(ann, 25, { code: 'PET' }),
    each(ann, 50, { code: 'PARKING', effective_from: '2025-04-01', effective_to: '2025-09-30' }),
    each(cy, 1000),
    each(dee, 1100),
    each(eve, 1150),
    each(fay, 950),
    each(gil, 1050),
    each(gil, 40, { code: 'UTILITY' }),
    each(hal, 1120),
    each(ida, 1300),
    each(tomBefore, 800, { effective_to: '2025-05-31' }),
    each(tom, 1500),
    each(jon, 700, { effective_to: '2026-03-31' }),
    each(jon, 735, { effective_from: '2026-04-01' }),
    each(kay, 900),
    each(kay, -50, { code: 'CONCESSION', effective_to: '2025-08-31' }),
    each(lou, 950),
    each(mia, 990),
    each(ned, 600),
    each(ned, 20, { code: 'STORAGE' }),
  ]

  const books = openBooks()
  const { bill, pay, apply, enter } = books
  // 101: a deposit, late in March, short in June, and October's rent due on the 15th itself.
  pay(ann, '2024-07-01', 1200, [bill(ann, '2024-07-01', '2024-07-01', ['DEPOSIT', 1200]), 1200])
  pay(ann, '2025-03-12', 1225, [bill(ann, '2025-03-01', '2025-03-05', ['RENT', 1200], ['PET', 25]), 1225])
  const june = bill(ann, '2025-06-01', '2025-06-05', ['RENT', 1200], ['PET', 25], ['PARKING', 50])
  pay(ann, '2025-06-20', 1000, [june, 1000])
  pay(ann, '2025-07-10', 275, [june, 275])
  pay(ann, '2025-11-01', 1285, [bill(ann, '2025-10-01', '2025-10-15', ['RENT', 1260], ['PET', 25]), 1285])
  bill(ann, '2026-03-01', '2026-03-05', ['RENT', 1260], ['PET', 25])
  bill(ann, '2026-04-01', '2026-04-05', ['RENT', 1260], ['PET', 25])
  // 102: Cy leaves owing April; the deposit is withheld in May, and the rest is paid in December.
  enter(cy, 'DEPOSIT', '2024-02-01', 500)
  pay(cy, '2025-03-01', 1000, [bill(cy, '2025-03-01', '2025-03-01', ['RENT', 1000]), 1000])
  const april = bill(cy, '2025-04-01', '2025-04-01', ['RENT', 1000])
  enter(cy, 'DEPOSIT', '2025-05-05', -500)
  pay(cy, '2025-05-05', 500, [april, 500])
  pay(cy, '2025-12-01', 500, [april, 500])
  // 102: Dee pays 22 of 31 days of May, 100 too much in June, and October late; that credit goes toward October's rent.
  pay(dee, '2025-04-10', 1100, [bill(dee, '2025-04-10', '2025-04-10', ['DEPOSIT', 1100]), 1100])
  pay(dee, '2025-05-10', 780.65, [bill(dee, '2025-05-10', '2025-05-10', ['RENT', 780.65]), 780.65])
  const over = pay(dee, '2025-06-02', 1200, [bill(dee, '2025-06-01', '2025-06-01', ['RENT', 1100]), 1100])
  const october = bill(dee, '2025-10-01', '2025-10-01', ['RENT', 1100])
  apply(over, '2025-10-01', october, 100)
  pay(dee, '2025-10-20', 1000, [october, 1000])
  pay(eve, '2026-03-12', 600, [bill(eve, '2026-03-10', '2026-03-10', ['DEPOSIT', 1150]), 600])
  // 103: two months behind, a late fee, and after the eviction the deposit is withheld.
  enter(fay, 'DEPOSIT', '2024-09-01', 950)
  const february = bill(fay, '2025-02-01', '2025-02-01', ['RENT', 950])
  const march = bill(fay, '2025-03-01', '2025-03-01', ['RENT', 950])
  pay(fay, '2025-03-08', 500, [february, 500])
  bill(fay, '2025-06-10', '2025-06-10', ['LATE_FEE', 75])
  enter(fay, 'DEPOSIT', '2025-09-25', -950)
  pay(fay, '2025-09-25', 950, [february, 450], [march, 500])
  enter(gil, 'DEPOSIT', '2024-10-01', 1050)
  pay(gil, '2025-11-02', 1090, [bill(gil, '2025-10-01', '2025-10-01', ['RENT', 1050], ['UTILITY', 40]), 1090])
  pay(hal, '2025-08-20', 1120, [bill(hal, '2025-08-15', '2025-08-15', ['DEPOSIT', 1120]), 1120])
  // 105: 21 of 30 days of September.
  pay(ida, '2025-09-10', 910, [bill(ida, '2025-09-10', '2025-09-10', ['RENT', 910]), 910])
  pay(ida, '2025-10-05', 1300, [bill(ida, '2025-10-01', '2025-10-05', ['RENT', 1300]), 1300])
  // 106 to 107: the deposit moves along; June's rent comes early and is credit until it is billed.
  enter(tomBefore, 'DEPOSIT', '2024-05-01', 800)
  enter(tomBefore, 'DEPOSIT', '2025-06-01', -800)
  enter(tom, 'DEPOSIT', '2025-06-01', 800)
  const early = pay(tom, '2025-05-28', 1500)
  apply(early, '2025-06-01', bill(tom, '2025-06-01', '2025-06-01', ['RENT', 1500]), 1500)
  enter(jon, 'DEPOSIT', '2023-01-01', 700)
  enter(jon, 'RECEIVABLE', '2025-01-01', -300)
  pay(jon, '2025-06-01', 700, [bill(jon, '2025-06-01', '2025-06-01', ['RENT', 700]), 700])
  // 2: half of June, with half of the concession.
  pay(kay, '2025-06-05', 900, [bill(kay, '2025-06-02', '2025-06-02', ['DEPOSIT', 900]), 900])
  pay(kay, '2025-07-03', 425, [bill(kay, '2025-06-16', '2025-06-16', ['RENT', 450], ['CONCESSION', -25]), 425])
  bill(lou, '2025-02-01', '2025-02-10', ['UTILITY', 60])
  enter(mia, 'DEPOSIT', '2025-02-20', 200)
  enter(mia, 'DEPOSIT', '2025-03-20', -200)
  bill(mia, '2025-02-20', '2025-02-20', ['OTHER', 40])
  enter(ned, 'DEPOSIT', '2022-06-01', 600)
  pay(ned, '2025-03-20', 620, [bill(ned, '2025-03-01', '2025-03-31', ['RENT', 600], ['STORAGE', 20]), 620])
  enter(ned, 'DEPOSIT', '2025-07-20', -600)

  const rates = (
    [
      [a101, '1x1', 1250],
      [a101, '1x1', 1350, '2025-06-01'],
      [a102, '1x1', 1100],
      [a103, '1x1', 1000],
      [a104, '2x1', 1150],
      [a105, '2x1', 1400],
      [a106, '1x1', 850],
      [a107, '3x2', 1600],
      [b1, 'Studio', 720],
      [b2, '1x1', 880],
      [b3, '2x1', 990],
      [b3, '2x1', 1010, '2025-10-15'],
      [b4, '1x1', 640],
    ] as const
  ).map(([of, unitType, dollars, effectiveFrom = '2020-01-01']) =>
    rate(of, { unit_type: unitType, market_rent_cents: dollars * 100, effective_from: effectiveFrom }),
  )
  const { invoices, payments, ledger } = books
  await store(organization, {
    portfolios: [ohio],
    properties: [birch, aspen],
    units: [b4, b3, b2, b1, a108, a107, a106, a105, a104, a103, a102, a101],
    rates,
    offlineSpans: [{ unit_id: a105.id, starts_on: '2025-06-01', ends_on: '2025-08-31', reason: 'Renovation' }],
    leases,
    charges,
    residents: people,
    leaseResidents: onLeases,
    invoices,
    payments,
    ledger,
  })
  await world.sql(
    `insert into lease_renewals (organization_id, lease_id, starts_on, previous_end_date, previous_term_type, agreed_on)
     values ($1, $2, '2025-07-01', '2025-06-30', 'FIXED', '2025-05-20')`,
    [organization.id, ann.id],
  )
  await world.sql(
    `insert into lease_date_changes (
       organization_id, lease_id, changed_on, previous_term_type, previous_start_date, previous_end_date, previous_move_in_date
     ) values ($1, $2, '2025-05-20', 'FIXED', '2024-07-01', '2025-06-30', '2024-07-01')`,
    [organization.id, ann.id],
  )
  await world.sql(`insert into unit_preleases (organization_id, unit_id, starts_on) values ($1, $2, '2025-10-01')`, [
    organization.id,
    a108.id,
  ])
  return { ohio, aspen, birch }
}
