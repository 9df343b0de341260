/** `seed`: fills an organization with a synthetic portfolio, always the same one for the same seed. */
import { todayIn } from '../base/dates.ts'
import { counted } from '../base/text.ts'
import { type Seeded, seedOrganization } from '../seed/seed-organization.ts'
import { addressOf } from './address.ts'
import { type Command, ORGANIZATION_OPTION } from './command.ts'
import { withSession } from './session.ts'

export const seedCommand: Command = {
  words: 'seed',
  about: 'Fill an organization with a realistic portfolio. The same seed always creates the same one.',
  ifInterrupted: 'What was created stays. Run the command again with the same seed for the rest.',
  options: {
    org: ORGANIZATION_OPTION,
    units: { value: 'N', required: true, about: 'Number of units.' },
    months: { value: 'M', required: true, about: 'Number of months of history.' },
    seed: { value: 'S', about: 'Any text. Defaults to gatehouse.' },
  },
  run: call =>
    withSession(
      call,
      async session => {
        const units = call.count('units', { min: 1, max: 1_000_000 }) as number
        const months = call.count('months', { min: 1, max: 240 }) as number
        const organization = await session.organization(call.text('org') as string)
        const today = todayIn(organization.time_zone, session.now())
        const bar = call.terminal.progress('Seeding', units)
        const seeded = await seedOrganization(
          { units, months, seed: call.text('seed') ?? 'gatehouse', today },
          {
            inTransaction: work => session.within(organization, work),
            refreshStatistics: session.refreshStatistics,
            onUnits: bar.at,
            origin: call.config.publicUrl ?? addressOf(call.config),
          },
        )
        bar.end()
        return { json: { ...seeded }, lines: [summaryOf(seeded)] }
      },
      { bulk: true },
    ),
}

function summaryOf({ skipped_properties: skipped, ...made }: Seeded): string {
  const counts = Object.entries(made).map(
    ([what, count]) => `${count.toLocaleString('en-US')} ${what.replace('_', ' ')}`,
  )
  const there = skipped > 0 ? ` ${counted(skipped, 'property', 'properties')} already existed.` : ''
  return `Created ${counts.join(', ')}.${there}`
}
