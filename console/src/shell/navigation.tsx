/** The pages of an organization in groups: property management, developers and the organization itself. */
import { Link, type LinkProps } from '@tanstack/react-router'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useOrganization } from '../session/me.ts'

type Entry = { to: NonNullable<LinkProps['to']>; text: string; icon: IconName; exact?: boolean }

const MANAGEMENT: Entry[] = [
  { to: '/$organization', text: 'Overview', icon: 'home', exact: true },
  { to: '/$organization/properties', text: 'Properties', icon: 'building' },
  { to: '/$organization/units', text: 'Units', icon: 'door' },
  { to: '/$organization/listings', text: 'Listings', icon: 'tag' },
  { to: '/$organization/leases', text: 'Leases', icon: 'contract' },
  { to: '/$organization/leads', text: 'Leads', icon: 'lead' },
  { to: '/$organization/residents', text: 'Residents', icon: 'people' },
  { to: '/$organization/all-residents', text: 'All residents', icon: 'person' },
  { to: '/$organization/invoices', text: 'Invoices', icon: 'invoice' },
  { to: '/$organization/payments', text: 'Payments', icon: 'payment' },
  { to: '/$organization/work-orders', text: 'Work orders', icon: 'wrench' },
  { to: '/$organization/rent-roll', text: 'Rent roll', icon: 'table' },
  { to: '/$organization/messages', text: 'Messages', icon: 'message' },
  { to: '/$organization/owners', text: 'Owners', icon: 'owner' },
  { to: '/$organization/portfolios', text: 'Portfolios', icon: 'folder' },
  { to: '/$organization/import', text: 'Import', icon: 'upload' },
]

const DEVELOPERS: Entry[] = [
  { to: '/$organization/developers', text: 'API overview', icon: 'chart', exact: true },
  { to: '/$organization/developers/keys', text: 'API keys', icon: 'key' },
  { to: '/$organization/developers/traffic', text: 'API traffic', icon: 'traffic' },
  { to: '/$organization/developers/failures', text: 'Failed calls', icon: 'warning' },
  { to: '/$organization/developers/webhooks', text: 'Webhooks', icon: 'webhook' },
  { to: '/$organization/developers/sandbox', text: 'Sandbox', icon: 'sandbox' },
]

const ORGANIZATION: Entry[] = [
  { to: '/$organization/settings', text: 'Settings', icon: 'settings' },
  { to: '/$organization/members', text: 'Members', icon: 'members' },
  { to: '/$organization/developers/plan', text: 'Plan and tier', icon: 'plan' },
  { to: '/$organization/developers/log', text: 'Administrative log', icon: 'log' },
]

export function Navigation() {
  return (
    <nav aria-label="Pages" className="-mx-1 flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-1 py-1">
      <Group title="Management" entries={MANAGEMENT} />
      <Group title="Developers" entries={DEVELOPERS} />
      <Group title="Organization" entries={ORGANIZATION} />
    </nav>
  )
}

function Group({ title, entries }: { title: string; entries: Entry[] }) {
  const { id } = useOrganization()
  return (
    <div>
      <h2 className="px-2 pb-1 font-medium text-[12px] text-soft">{title}</h2>
      <ul className="flex flex-col gap-px">
        {entries.map(({ to, text, icon, exact = false }) => (
          <li key={to}>
            <Link
              to={to}
              params={{ organization: id } as never}
              activeOptions={{ exact, includeSearch: false }}
              className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-[13px]"
              activeProps={{ className: 'bg-accent-soft font-medium text-accent', 'aria-current': 'page' }}
              inactiveProps={{ className: 'text-soft hover:bg-hover hover:text-ink' }}
            >
              <Icon name={icon} />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
