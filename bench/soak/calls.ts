/** The calls of the soak, of several organizations: all kinds in their usual shares, or one kind only. */
import { CONSOLE_PREFIX } from '#contract/console.ts'
import { V1_PREFIX } from '#contract/v1.ts'
import type { Setup } from '../fairness/setup.ts'
import { rentRollOf } from '../imports/setup.ts'
import { signIn } from '../measure/sign-in.ts'

type SoakCall = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

const LISTS = ['/properties', '/listings', '/work-orders', '/invoices?limit=50', '/payments?limit=50', '/events']
const IMPORTED_UNITS = 400

/** In a thousand calls: ten rent rolls, a hundred writes, an export, and lists. */
export async function callsOf(setup: Setup, url: string, only: string): Promise<SoakCall[]> {
  const { quiet, noisy } = setup
  const keys = [quiet.key, ...noisy.keys]
  const read = (path: string, index: number): SoakCall => ({
    method: 'GET',
    path: `${V1_PREFIX}${path}`,
    headers: { 'x-api-key': keys[index % keys.length]!, 'accept-encoding': 'br, gzip' },
  })
  const order = { property_id: noisy.propertyId, title: 'Leak under sink', category: 'PLUMBING', priority: 'HIGH' }
  const kinds: Record<string, (index: number) => SoakCall> = {
    lists: index => read(LISTS[index % LISTS.length]!, index),
    'rent-rolls': index => read('/rent-roll?scope_id=portfolio', index),
    exports: index => read('/export', index),
    writes: () => ({
      method: 'POST',
      path: `${V1_PREFIX}/work-orders`,
      headers: { 'x-api-key': noisy.keys[0]!, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    }),
    ...(only === 'imports' && { imports: await importsOf(setup, url) }),
  }
  return Array.from({ length: 1_000 }, (_, index) => {
    const kind = kinds[only || kindAt(index)]
    if (!kind) throw new Error(`--only takes ${Object.keys(kinds).join(', ')} or imports`)
    return kind(index)
  })
}

function kindAt(index: number): string {
  if (index === 999) return 'exports'
  if (index % 100 === 50) return 'rent-rolls'
  return index % 10 === 5 ? 'writes' : 'lists'
}

/** A member's uploads of a rent roll, each looked at and not stored. */
async function importsOf({ noisy }: Setup, url: string): Promise<() => SoakCall> {
  const content = Buffer.from(rentRollOf(IMPORTED_UNITS)).toString('base64')
  const call: SoakCall = {
    method: 'POST',
    path: `${CONSOLE_PREFIX}/organizations/${noisy.organizationId}/imports`,
    headers: { 'content-type': 'application/json', origin: url, cookie: await signIn(url, noisy) },
    body: JSON.stringify({ file_name: 'roll.csv', content, dry_run: true }),
  }
  return () => call
}
