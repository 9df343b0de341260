/** Links into the API reference: to an operation, or to the events of one type. */
import { CodeBox } from '../kit/copy.tsx'

/** The section of the reference by the first part of a route; a lease’s ledger is accounting. */
const SECTIONS: Record<string, string> = {
  listings: 'portfolio',
  properties: 'portfolio',
  residents: 'portfolio',
  units: 'portfolio',
  leases: 'portfolio',
  leads: 'portfolio',
  owners: 'portfolio',
  portfolios: 'portfolio',
  organization: 'organization',
  'rent-roll': 'accounting',
  invoices: 'accounting',
  payments: 'accounting',
  'work-orders': 'maintenance',
  messages: 'messaging',
  webhooks: 'webhooks',
  events: 'webhooks',
  changes: 'sync',
  export: 'sync',
}

/** The URL of an operation in the reference; undefined for a route outside version 1. */
function referenceOf(method: string, route: string | null): string | undefined {
  const path = route?.replace(/^\/api\/v1\//, '')
  if (!route || path === route) return undefined
  const section = path === 'leases/{id}/ledger' ? 'accounting' : SECTIONS[path?.split('/')[0] ?? '']
  return section && `/docs#tag/${section}/${method === 'HEAD' ? 'GET' : method}${route}`
}

export function ReferenceLink({ to, text }: { to: string; text: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="text-accent underline">
      {text}
    </a>
  )
}

/** A call as a line of curl, with a link to its page in the reference. `path` is the path that was called. */
export function CallExample({ method, route, path }: { method: string; route: string | null; path: string }) {
  const to = referenceOf(method, route)
  if (!to) return null
  const body = method === 'POST' || method === 'PATCH' ? ` -H "Content-Type: application/json" -d '{…}'` : ''
  const line = `curl${method === 'GET' ? '' : ` -X ${method}`} -H "X-Api-Key: $GATEHOUSE_KEY"${body} "${location.origin}${path}"`
  return (
    <div className="flex flex-col gap-2">
      <CodeBox label="The same call with curl" text={line} copyLabel="Copy line" />
      <p className="text-[13px] text-soft">
        <ReferenceLink to={to} text={`${method} ${route} in the API reference`} /> lists its parameters and errors.
      </p>
    </div>
  )
}
