/** Imports a fixture in another system's layout and shows the result in a few words. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before } from 'node:test'
import type { ImportOptions } from '#server/import/import-transaction.ts'
import type { Outcome } from '#server/import/outcome.ts'
import { readMapping } from '#server/import/read/mapping.ts'
import { type Organization, useWorld, type World } from '../world.ts'
import { fileOf, importFile } from './imported.ts'
import { type RentRoll, rentRollOn } from './rent-roll-on.ts'

/** A world on May 15, two weeks after the date of the fixtures. */
export function useWorldInMay(): World {
  const world = useWorld({ own: true })
  before(() => world.clock.advance(61 * 24 * 60 * 60 * 1_000))
  return world
}

export function layoutFixture(name: string): string {
  return join(import.meta.dirname, 'fixtures', 'layouts', name)
}

const ADDRESS = { address_line: '1 Mill Road', city: 'Columbus', state: 'OH', postal_code: '43215' }

/** Writes a mapping file that gives each property an address, and contains `rest`. */
async function mappingFor(properties: readonly string[], rest: object = {}) {
  const path = fileOf('')
  await writeFile(
    path,
    JSON.stringify({ properties: Object.fromEntries(properties.map(name => [name, ADDRESS])), ...rest }),
  )
  const mapping = await readMapping(path)
  await rm(path)
  return mapping
}

export async function importLayout(
  world: World,
  organization: Organization,
  path: string,
  properties: readonly string[],
  options: Partial<ImportOptions> = {},
  answers: object = {},
): Promise<Outcome> {
  return importFile(world, organization, path, { mapping: await mappingFor(properties, answers), ...options })
}

/** A unit of a day's rent roll as text: `101 CURRENT Jane Sample 1180+12=1192 dep 400 bal 0, 2025-03-01 to 2027-02-28`. */
function linesOf({ rows, future_residents }: RentRoll): string[] {
  const dollars = (cents: number) => String(cents / 100)
  return [
    ...rows.map(row => {
      const unit = `${row.property_name} ${row.unit_label} ${row.status} ${dollars(row.market_rent_cents)}`
      if (!row.resident_name) return unit
      const names = [row.resident_name, ...row.additional_residents].join(' & ')
      const charges = row.charges.map(({ code, amount_cents }) => `${code} ${dollars(amount_cents)}`).join(' ')
      const until = row.move_out ? `, out ${row.move_out}` : ''
      return `${unit}: ${names}: ${charges || 'nothing'}: holds ${dollars(row.deposit_cents)}, owes ${dollars(row.balance_cents)}: ${row.lease_from} to ${row.lease_to ?? 'open'}${until}`
    }),
    ...future_residents.map(
      row =>
        `${row.property_name} ${row.unit_label} next: ${row.resident_name}: ${dollars(row.rent_cents)}: holds ${dollars(row.deposit_cents)}, owes ${dollars(row.balance_cents)}: ${row.lease_from} to ${row.lease_to ?? 'open'}`,
    ),
  ].sort()
}

export async function rollLines(world: World, organization: Organization, day: string): Promise<string[]> {
  return linesOf(await rentRollOn(world, organization, day))
}

/** The sums that a file states and its rows do not add up to. */
export function differencesIn({ blocks }: Outcome): string[] {
  return blocks
    .filter(({ stated, read }) => stated !== read)
    .map(({ line, block, figure, stated, read }) => `${line} ${block} ${figure}: ${stated} stated, ${read} read`)
}

export function findingsIn({ problems }: Outcome): string[] {
  return problems.first
    .toSorted((one, other) => one.line - other.line)
    .map(({ line, column, reason, leftOut }) => `${line} ${column} ${leftOut}: ${reason}`)
}
