/** The pages of an organization, in groups that fold. The group of the current page always shows that page. */
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon, type IconName } from '../kit/icons.tsx'
import { scrollTo } from '../kit/scroll-to.ts'
import { useOrganization } from '../session/me.ts'
import { recall, remember } from '../session/remembered.ts'

type Entry = { to: NonNullable<LinkProps['to']>; text: string; icon: IconName; exact?: boolean }

const OVERVIEW: Entry = { to: '/$organization', text: 'Overview', icon: 'home', exact: true }

const GROUPS = {
  Leasing: [
    { to: '/$organization/properties', text: 'Properties', icon: 'building' },
    { to: '/$organization/units', text: 'Units', icon: 'door' },
    { to: '/$organization/listings', text: 'Listings', icon: 'tag' },
    { to: '/$organization/leads', text: 'Leads', icon: 'lead' },
    { to: '/$organization/leases', text: 'Leases', icon: 'contract' },
    { to: '/$organization/residents', text: 'Residents', icon: 'people' },
    { to: '/$organization/messages', text: 'Messages', icon: 'message' },
  ],
  Money: [
    { to: '/$organization/invoices', text: 'Invoices', icon: 'invoice' },
    { to: '/$organization/payments', text: 'Payments', icon: 'payment' },
    { to: '/$organization/rent-roll', text: 'Rent roll', icon: 'table' },
    { to: '/$organization/reports', text: 'Reports', icon: 'chart' },
  ],
  Maintenance: [
    { to: '/$organization/work-orders', text: 'Work orders', icon: 'wrench' },
    { to: '/$organization/vendors', text: 'Vendors', icon: 'vendor' },
  ],
  Records: [
    { to: '/$organization/owners', text: 'Owners', icon: 'owner' },
    { to: '/$organization/portfolios', text: 'Portfolios', icon: 'folder' },
    { to: '/$organization/import', text: 'Import', icon: 'upload' },
  ],
  Developers: [
    { to: '/$organization/developers', text: 'API overview', icon: 'chart', exact: true },
    { to: '/$organization/developers/keys', text: 'API keys', icon: 'key' },
    { to: '/$organization/developers/traffic', text: 'API traffic', icon: 'traffic' },
    { to: '/$organization/developers/failures', text: 'Failed calls', icon: 'warning' },
    { to: '/$organization/developers/webhooks', text: 'Webhooks', icon: 'webhook' },
    { to: '/$organization/developers/inspector', text: 'Inspector', icon: 'search' },
    { to: '/$organization/developers/sandbox', text: 'Sandbox', icon: 'sandbox' },
  ],
  Organization: [
    { to: '/$organization/settings', text: 'Settings', icon: 'settings' },
    { to: '/$organization/import-settings', text: 'Import settings', icon: 'upload' },
    { to: '/$organization/members', text: 'Members', icon: 'members' },
    { to: '/$organization/developers/plan', text: 'Plan and tier', icon: 'plan' },
    { to: '/$organization/developers/log', text: 'Administrative log', icon: 'log' },
  ],
} satisfies Record<string, Entry[]>

/** Every page that can be opened by name. */
export const PAGES: readonly Entry[] = [OVERVIEW, ...Object.values<Entry[]>(GROUPS).flat()]

/** The pages of a manager's day. */
export const DAILY_PAGES = [...GROUPS.Leasing, ...GROUPS.Money, ...GROUPS.Maintenance].map(({ to }) => to)

export function Navigation() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => {
    scrollTo(nav.current?.querySelector('[aria-current=page]'))
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label="Pages"
      className="-mx-1 flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-1 py-1 [scrollbar-width:thin]"
    >
      <ul>
        <Page {...OVERVIEW} />
      </ul>
      {Object.entries(GROUPS).map(([title, entries]) => (
        <Group key={title} title={title} entries={entries} />
      ))}
    </nav>
  )
}

function Group({ title, entries }: { title: string; entries: Entry[] }) {
  const { id: organization } = useOrganization()
  const { pathname } = useLocation()
  const [isFolded, setFolded] = useState(() => foldedGroups().has(title))
  const id = useId()
  const fold = () => {
    const folded = foldedGroups()
    if (isFolded) folded.delete(title)
    else folded.add(title)
    remember(FOLDED, folded.size > 0 ? [...folded].join(',') : undefined)
    setFolded(!isFolded)
  }
  const isCurrent = ({ to, exact }: Entry) => {
    const path = to.replace('$organization', organization)
    return pathname === path || (!exact && pathname.startsWith(`${path}/`))
  }
  const shown = isFolded ? entries.filter(isCurrent) : entries
  return (
    <div>
      <button
        id={`${id}-title`}
        type="button"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={fold}
        className="group flex min-h-7 w-full items-center gap-1 rounded-md px-2 text-left font-medium text-[12px] text-faint tracking-normal hover:bg-hover hover:text-ink rail:group-[:not(:hover,:has(:focus-visible,[data-state=open]))]/rail:opacity-0"
      >
        {title}
        <Icon
          name="chevron"
          className={`size-3 ${isFolded ? '-rotate-90' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
        />
      </button>
      <ul id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-px">
        {shown.map(entry => (
          <Page key={entry.to} {...entry} />
        ))}
      </ul>
    </div>
  )
}

function Page({ to, text, icon, exact = false }: Entry) {
  const { id } = useOrganization()
  return (
    <li>
      <Link
        to={to}
        params={{ organization: id } as never}
        activeOptions={{ exact, includeSearch: false }}
        className="flex min-h-10 items-center gap-2.5 rail:gap-4 rounded-md px-2 text-[13px] lg:min-h-7"
        activeProps={{ className: 'bg-accent-soft font-medium text-accent', 'aria-current': 'page' }}
        inactiveProps={{ className: 'text-soft hover:bg-hover hover:text-ink' }}
      >
        <Icon name={icon} />
        {text}
      </Link>
    </li>
  )
}

const FOLDED = 'folded'

function foldedGroups(): Set<string> {
  return new Set(recall(FOLDED)?.split(',') ?? [])
}
