/** The properties of every unit and lease of every portfolio, whatever its size, history, seed and day. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addDays, daysBetween, isBusinessDate } from '#server/base/dates.ts'
import { holdsForEveryLease, holdsForEveryUnit } from './generated.ts'
import { FOREVER, isOfflineToday, lastDayOf, leaseToday, signedLeases } from './situation-today.ts'

const SAMPLES = fileURLToPath(new URL('../../../console/public/samples', import.meta.url))

function assertInOrder(...dates: (string | null)[]): void {
  const known = dates.filter(date => date !== null)
  assert.deepEqual(known, known.toSorted())
  for (const date of known) assert.ok(date === FOREVER || isBusinessDate(date), date)
}

test('signed leases of a unit never overlap, and the unit is empty for 5 to 40 days between two', () => {
  holdsForEveryUnit((unit, { today }) => {
    const leases = signedLeases(unit)
    for (const [index, lease] of leases.slice(1).entries()) {
      const daysEmpty = daysBetween(lastDayOf(leases[index]!), lease.start_date) - 1
      // If the unit is vacant today, its next lease may start later.
      const longest = lease.start_date > today && !leaseToday(unit, today) ? 105 : 40
      assert.ok(daysEmpty >= 5 && daysEmpty <= longest, `${unit.external_id} is empty for ${daysEmpty} days`)
    }
  })
})

test('only the last lease that has started may continue, and every other one has moved out before today', () => {
  holdsForEveryUnit((unit, { today, recordsFrom }) => {
    const started = signedLeases(unit).filter(lease => lease.start_date <= today)
    for (const lease of started.slice(0, -1)) assert.ok(lease.move_out_date !== null && lease.move_out_date < today)
    for (const lease of started) assert.ok(lastDayOf(lease) >= recordsFrom)
    assert.ok(signedLeases(unit).length - started.length <= 1)
  })
})

test('the dates of a lease are in chronological order', () => {
  holdsForEveryLease((lease, { today }, unit) => {
    const lived = lease.move_in_date ?? lease.start_date
    assertInOrder(unit.in_service_from, lease.start_date, lease.end_date ?? FOREVER)
    assertInOrder(lease.start_date, lease.move_in_date, lease.move_out_date)
    for (const day of [lease.notice_given_on, lease.eviction_filed_on]) {
      assertInOrder(lived, day, lease.move_out_date)
      assert.ok(day === null || day <= today)
    }
    assert.equal(lease.move_in_date === null, lease.start_date > today)
    assert.ok(lease.move_in_date === null || lease.move_in_date <= today)
  })
})

test('a lease is signed before it starts and before today, and an unsigned one lies in the future', () => {
  holdsForEveryLease((lease, { today }) => {
    assert.equal(lease.signed_at !== null, lease.stage === 'SIGNED')
    if (lease.signed_at === null) return assert.ok(lease.start_date > today)
    assert.match(lease.signed_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    assert.ok(lease.signed_at < lease.start_date && lease.signed_at < today)
  })
})

test('nobody signs for a unit before its residents have given notice', () => {
  holdsForEveryUnit(unit => {
    const leases = signedLeases(unit)
    for (const [index, lease] of leases.slice(1).entries()) {
      const before = leases[index]!
      assert.ok((before.notice_given_on ?? before.eviction_filed_on!) < lease.signed_at!)
    }
  })
})

test('a lease is month to month exactly if someone stayed beyond its term', () => {
  holdsForEveryLease((lease, { today }) => {
    const hasOutlived = (end: string) => end < today && end < lastDayOf(lease)
    const isOutlived = lease.end_date === null || hasOutlived(lease.end_date)
    assert.equal(lease.term_type, isOutlived ? 'MONTH_TO_MONTH' : 'FIXED')
  })
})

test('a lease has exactly one primary resident, and only reserved addresses and numbers', () => {
  holdsForEveryLease(lease => {
    const primaries = lease.residents.filter(resident => resident.isPrimary)
    assert.deepEqual(
      primaries,
      lease.residents.filter(resident => resident.role === 'PRIMARY'),
    )
    assert.equal(primaries.length, 1)
    for (const { first_name: firstName, last_name: lastName, email, phone, sms_opt_in: smsOptIn } of lease.residents) {
      assert.ok(firstName && lastName)
      if (email) assert.match(email, /^[a-z]+\.[a-z]+\d*@example\.(com|org|net)$/)
      if (phone) assert.match(phone, /^\+1[2-9]\d\d55501\d\d$/)
      else assert.equal(smsOptIn, 'NOT_SET')
    }
  })
})

test('charges of one code never overlap and lie within the lease, and rent continues without a gap from its first day', () => {
  holdsForEveryLease((lease, { today }) => {
    const isOver = lastDayOf(lease) < today
    for (const code of new Set(lease.charges.map(charge => charge.code))) {
      const spans = lease.charges.filter(charge => charge.code === code)
      for (const [index, span] of spans.entries()) {
        assertInOrder(lease.start_date, span.from, span.to ?? FOREVER, isOver ? lease.move_out_date : FOREVER)
        if (index > 0) assert.ok(spans[index - 1]!.to! < span.from)
        assert.equal(span.amountCents < 0, code === 'CONCESSION')
      }
    }
    const rents = lease.charges.filter(charge => charge.code === 'RENT')
    assert.equal(rents[0]!.from, lease.start_date)
    assert.equal(rents.at(-1)!.to, isOver ? lease.move_out_date : null)
    for (const [index, rent] of rents.slice(1).entries()) {
      assert.equal(rent.from, addDays(rents[index]!.to!, 1))
      assert.ok(rent.amountCents > rents[index]!.amountCents)
    }
    assert.ok(rents.every(rent => rent.from <= today || rent.from === lease.start_date))
  })
})

test('a deposit is half to one and a half of the first rent, in whole cents', () => {
  holdsForEveryLease(lease => {
    const months = lease.depositCents / lease.charges[0]!.amountCents
    assert.ok(Number.isInteger(lease.depositCents) && months >= 0.5 && months <= 1.5)
  })
})

test('market rents start on the first day in service, and each begins on a later day than the one before', () => {
  holdsForEveryUnit((unit, { today, recordsFrom }) => {
    const [first, ...reviews] = unit.marketRents.map(rent => rent.from)
    assert.equal(first, unit.in_service_from)
    assertInOrder(first, recordsFrom, ...reviews, today)
    assert.equal(new Set(reviews).size, reviews.length)
    assert.ok(!reviews.includes(recordsFrom))
    for (const { amountCents } of unit.marketRents) assert.ok(amountCents > 30_000 && amountCents % 500 === 0)
    assert.ok(Number.isInteger(unit.bathrooms * 2) && Number.isInteger(unit.bedrooms) && unit.sqft > 300)
  })
})

test('a listed unit is vacant, in service, not leased, and has everything that a listing shows', () => {
  holdsForEveryUnit((unit, { today }) => {
    if (!unit.is_listed) {
      assert.deepEqual(
        [unit.available_from, unit.listing_title, unit.listing_description, unit.photos],
        [null, null, null, []],
      )
      return
    }
    assert.ok(!isOfflineToday(unit, today) && signedLeases(unit).every(lease => lastDayOf(lease) < today))
    assert.ok(unit.listing_title && unit.listing_description && unit.amenities.length > 0 && unit.photos.length > 0)
    assert.equal(new Set(unit.photos).size, unit.photos.length)
    for (const photo of unit.photos) assert.ok(existsSync(join(SAMPLES, `${photo}.webp`)), photo)
    const daysAhead = daysBetween(today, unit.available_from!)
    assert.ok(daysAhead >= 0 && daysAhead <= 30)
  })
})

test('nobody lives in a unit while it is offline', () => {
  holdsForEveryUnit(unit => {
    for (const span of unit.offlineSpans) {
      assertInOrder(unit.in_service_from, span.from, span.to)
      assert.ok(unit.leases.every(lease => lastDayOf(lease) < span.from))
    }
  })
})
