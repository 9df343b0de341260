/** The thing an entry of the log is about: by name where it has one, leading to its page where there is one. */
import { Link } from '@tanstack/react-router'
import { useOrganization } from '../session/me.ts'
import { useName } from '../session/names.ts'

/** By what ids begin with: the page, and what its address calls the thing. */
const PAGES: Record<string, [string, string]> = {
  prop: ['properties', 'property'],
  unit: ['units', 'unit'],
  res: ['residents', 'resident'],
  lease: ['leases', 'lease'],
  wo: ['work-orders', 'workOrder'],
  inv: ['invoices', 'invoice'],
  pay: ['payments', 'payment'],
  lead: ['leads', 'lead'],
  wh: ['developers/webhooks', 'webhook'],
}

export function Subject({ id: thing }: { id: string }) {
  const { id: organization } = useOrganization()
  const name = useName(thing)
  const page = PAGES[thing.split('_')[0] as string]
  const words = name ?? <code className="break-all font-mono text-[12px]">{thing}</code>
  if (!page) return words
  const [path, param] = page
  return (
    <Link
      to={`/$organization/${path}/$${param}` as never}
      params={{ organization, [param]: thing } as never}
      title={thing}
      className="text-accent hover:underline"
    >
      {words}
    </Link>
  )
}
