/** `seed`: a believable synthetic portfolio, the same for the same seed. */
import { systemClock } from '../base/clock.ts'
import { todayIn } from '../base/dates.ts'
import { seedOrganization } from '../seed/seed-organization.ts'
import type { Command } from './command.ts'
import { withSession } from './session.ts'

export const seedCommand: Command = {
  words: 'seed',
  about: 'Fill an organization with a believable portfolio; the same seed makes the same one.',
  options: {
    org: { value: 'ID', required: true, about: 'The organization.' },
    units: { value: 'N', required: true, about: 'How many units.' },
    months: { value: 'M', required: true, about: 'How many months of history.' },
    seed: { value: 'S', about: 'Any text; gatehouse.' },
  },
  run: call =>
    withSession(
      call,
      async session => {
        const units = call.count('units', { least: 1, most: 1_000_000 }) as number
        const months = call.count('months', { least: 1, most: 240 }) as number
        const organization = await session.organization(call.text('org') as string)
        const today = todayIn(organization.time_zone, systemClock.now())
        const bar = call.terminal.progress('Seeding', units)
        const seeded = await seedOrganization(
          { units, months, seed: call.text('seed') ?? 'gatehouse', today },
          work => session.within(organization, work),
          bar.at,
        )
        bar.end()
        const there =
          seeded.skipped_properties > 0 ? ` ${seeded.skipped_properties} properties were there already.` : ''
        const made = `${seeded.properties} properties, ${seeded.units} units, ${seeded.leases} leases, ${seeded.residents} residents`
        return { json: { ...seeded }, lines: [`Made ${made}.${there}`] }
      },
      { bulk: true },
    ),
}
