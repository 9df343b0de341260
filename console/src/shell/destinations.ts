/** The pages and actions that the search finds by name. */
import type { IconName } from '../kit/icons.tsx'
import { NEW } from '../records/dialog-button.tsx'
import { PAGES } from './navigation.tsx'

export type Destination = { path: string; text: string; icon: IconName; search?: Record<string, string> }

const open = { [NEW]: '1' }

/** The actions that a member who may change records can start from any page. */
const ACTIONS: Destination[] = [
  { path: '/payments', text: 'Record payment', icon: 'payment', search: open },
  { path: '/work-orders', text: 'New work order', icon: 'wrench', search: open },
  { path: '/invoices', text: 'New invoice', icon: 'invoice', search: open },
  { path: '/leases/new', text: 'New lease', icon: 'contract' },
  { path: '/residents', text: 'Add resident', icon: 'person', search: open },
  { path: '/leads', text: 'New lead', icon: 'lead', search: open },
  { path: '/units', text: 'New unit', icon: 'door', search: open },
  { path: '/properties', text: 'New property', icon: 'building', search: open },
]

/** The most pages and actions that are listed with the records found. */
const MAX_FOUND = 5

/**
 * The pages and actions that match: every word of the query begins one of their words. Actions come first; pages are
 * in the order of the navigation.
 */
export function destinationsNamed(query: string, mayChange: boolean): Destination[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const pages = PAGES.map(({ to, text, icon }) => ({ path: to.replace('/$organization', ''), text, icon }))
  const isNamed = ({ text }: Destination) => {
    const own = text.toLowerCase().split(' ')
    return words.every(word => own.some(each => each.startsWith(word)))
  }
  return [...(mayChange ? ACTIONS : []), ...pages].filter(isNamed).slice(0, words.length === 0 ? 4 : MAX_FOUND)
}
