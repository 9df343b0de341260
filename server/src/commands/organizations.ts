/** `org`: creates organizations, lists them, changes their plans and closes their books. */
import { PLANS, type Plan } from '#contract/scopes.ts'
import { readTimeZone } from '../base/dates.ts'
import { idFromUuid } from '../base/ids.ts'
import { typed } from '../base/typed-command.ts'
import { allOrganizations, changePlan, closeBooks, createOrganization } from '../platform/organizations/changes.ts'
import type { OrganizationRecord } from '../platform/organizations/queries.ts'
import { type Command, ORGANIZATION_OPTION, WrongUsage } from './command.ts'
import { withSession } from './session.ts'

const plan = { value: 'PLAN', oneOf: PLANS, about: `One of ${PLANS.join(', ')}.` }

export const createOrganizationCommand: Command = {
  words: 'org create',
  about: 'Create an organization.',
  options: {
    name: { value: 'NAME', required: true, about: 'Name of the organization.' },
    plan: { ...plan, required: true },
    sandbox: { about: 'Create a sandbox, whose keys begin with pm_test_.' },
    'partner-agreement': { about: 'The organization has the Partner API add-on.' },
    timezone: { value: 'ZONE', about: 'IANA time zone of the organization. Defaults to America/New_York.' },
  },
  run: call => {
    const timeZone = call.text('timezone')
    if (timeZone !== undefined && readTimeZone(timeZone) === undefined) {
      throw new WrongUsage(`--timezone must be an IANA time zone such as America/Chicago, not “${timeZone}”`)
    }
    return withSession(call, async session => {
      const organization = await session.asOperator(context =>
        createOrganization(context, {
          name: call.text('name') as string,
          plan: call.text('plan') as Plan,
          isSandbox: call.isSet('sandbox'),
          hasPartnerAgreement: call.isSet('partner-agreement'),
          timeZone,
        }),
      )
      return { json: shown(organization), lines: [lineOf(organization)] }
    })
  },
}

export const listOrganizationsCommand: Command = {
  words: 'org list',
  about: 'List the organizations.',
  options: {},
  run: call =>
    withSession(call, async session => {
      const organizations = await session.asOperator(allOrganizations)
      const lines =
        organizations.length > 0
          ? organizations.map(lineOf)
          : [`No organizations yet. Create one with ${typed('org create')}.`]
      return { json: { organizations: organizations.map(shown) }, lines }
    }),
}

export const updateOrganizationCommand: Command = {
  words: 'org update',
  about: 'Change an organization’s plan, which takes effect within one second, or close its books.',
  options: {
    org: ORGANIZATION_OPTION,
    plan: { ...plan, about: `${plan.about} A plan without webhooks pauses the organization’s subscriptions.` },
    'partner-agreement': {
      value: 'yes|no',
      oneOf: ['yes', 'no'],
      about: 'Whether the organization has the Partner API add-on.',
    },
    'books-closed-through': {
      value: 'YYYY-MM-DD|none',
      about: 'Nothing can be posted on or before that day; none reopens the books.',
    },
  },
  run: call => {
    const newPlan = call.text('plan') as Plan | undefined
    const agreement = call.text('partner-agreement')
    const through = call.text('books-closed-through') === 'none' ? null : call.day('books-closed-through')
    const changesPlan = newPlan !== undefined || agreement !== undefined
    if (!changesPlan && through === undefined) {
      throw new WrongUsage('nothing to change: give --plan, --partner-agreement or --books-closed-through')
    }
    return withSession(call, async session => {
      const organization = await session.asOperator(async context => {
        const id = call.text('org') as string
        const hasPartnerAgreement = agreement === undefined ? undefined : agreement === 'yes'
        const changed = changesPlan && (await changePlan(context, id, { plan: newPlan, hasPartnerAgreement }))
        if (through === undefined) return changed as OrganizationRecord
        return closeBooks(context, id, { through })
      })
      return { json: shown(organization), lines: [lineOf(organization)] }
    })
  },
}

function shown({ id, sandbox_of, ...rest }: OrganizationRecord): Record<string, unknown> {
  return {
    organization_id: idFromUuid('organization', id),
    ...rest,
    sandbox_of: sandbox_of && idFromUuid('organization', sandbox_of),
  }
}

function lineOf(organization: OrganizationRecord): string {
  const { id, name, plan, has_partner_agreement, time_zone, is_sandbox, books_closed_through, retired_at } =
    organization
  const books = books_closed_through && `books closed through ${books_closed_through}`
  const marks = [
    plan,
    has_partner_agreement && 'partner agreement',
    is_sandbox && 'sandbox',
    time_zone,
    books,
    retired_at && 'replaced',
  ]
  return `${idFromUuid('organization', id)}  ${name}  (${marks.filter(Boolean).join(', ')})`
}
