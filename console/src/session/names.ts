/** Names of records by their IDs. All names that a page needs at once are read in one call. */
import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query'
import { clientOf, type OrganizationClient } from './clients.ts'
import { useOrganization } from './me.ts'

const NAME = 'name'
/** How long a name is shown before it is read again. */
export const NAMES_STALE_MS = 5 * 60_000
/** The most IDs per call. The service accepts more, but the URL of a call should stay short. */
const MAX_IDS_PER_CALL = 50

type Asked = Map<string, PromiseWithResolvers<string | null>>

const waiting = new Map<OrganizationClient, Asked>()

/** The name: undefined while it is read, null if no record has that ID. */
export function useName(id: string | null): string | null | undefined {
  const { id: organization } = useOrganization()
  const { data, isError } = useQuery({ ...nameQuery(organization, id), enabled: id !== null })
  return id === null || isError ? null : data
}

/** Reads the names of the records that are not known yet. Where that fails, the cells that show the names try again. */
export async function readNames(queries: QueryClient, organization: string, ids: (string | null)[]): Promise<void> {
  const read = (id: string) => queries.prefetchQuery({ ...nameQuery(organization, id), retry: false })
  await Promise.all([...new Set(ids)].filter(id => id !== null).map(read))
}

export function isNameQuery(key: QueryKey): boolean {
  return key[1] === NAME
}

function nameQuery(organization: string, id: string | null) {
  return {
    queryKey: [organization, NAME, id],
    queryFn: () => nameOf(clientOf(organization), id ?? ''),
    staleTime: NAMES_STALE_MS,
  }
}

function nameOf(client: OrganizationClient, id: string): Promise<string | null> {
  let asked = waiting.get(client)
  if (!asked || asked.size === MAX_IDS_PER_CALL) {
    const batch: Asked = new Map()
    waiting.set(client, batch)
    setTimeout(() => void ask(client, batch))
    asked = batch
  }
  const answer = asked.get(id) ?? Promise.withResolvers<string | null>()
  asked.set(id, answer)
  return answer.promise
}

async function ask(client: OrganizationClient, asked: Asked): Promise<void> {
  if (waiting.get(client) === asked) waiting.delete(client)
  try {
    const { data } = await client.listNames({ ids: [...asked.keys()].join(',') })
    const names = new Map(data.map(({ id, name }) => [id, name]))
    for (const [id, { resolve }] of asked) resolve(names.get(id) ?? null)
  } catch (error) {
    for (const { reject } of asked.values()) reject(error)
  }
}
