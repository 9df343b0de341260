/** The calls of the console whose time is measured: every list, each of its filters and orders, and searches for what a member remembers. */
import { consoleContract, mountedV1 } from '#contract/console.ts'
import type { AnyOperation } from '#contract/operation.ts'

export type ConsoleCall = { name: string; path: string }

type Filter = { enum?: readonly string[]; type?: string }

/** Lists that must be given a property. */
const OF_A_PROPERTY: readonly string[] = ['listResidents']

/** What is shown below a list, for the same filters. */
const BELOW_A_LIST: readonly string[] = ['sumPayments']

/** A period that everything lies in, which costs the most. */
const PERIOD: Record<string, string> = { from: '2000-01-01', to: '2999-12-31' }

/** How many records the searches are about. */
const SAMPLES = 40

/** The first page of each list without a filter, with each value of each filter and order, with a period, and for the property given by its ID. */
export function listCalls(propertyId: string, searched: string): ConsoleCall[] {
  const operations: Record<string, AnyOperation> = { ...mountedV1, ...consoleContract }
  return Object.entries(operations).flatMap(([name, { method, path, parameters }]) => {
    // The deliveries of an event are those of one subscription, which has none here.
    const { limit, offset, delivered: _, ...filters } = parameters.query.properties as Record<string, Filter>
    const isList = (method === 'GET' && limit !== undefined && offset !== undefined) || BELOW_A_LIST.includes(name)
    if (!isList || Object.keys(parameters.path.properties).length > 1) return []
    const below = path.slice(path.indexOf('}') + 1)
    const values = Object.entries(filters).flatMap(([filter, { enum: words, type }]) => {
      if (filter === 'property_id') return [[filter, propertyId]]
      if (filter === 'search') return [[filter, searched]]
      if (PERIOD[filter] !== undefined) return [[filter, PERIOD[filter]]]
      if (type === 'boolean') return ['true', 'false'].map(value => [filter, value])
      return (words ?? []).map(word => [filter, word])
    })
    const always = OF_A_PROPERTY.includes(name) ? [['property_id', propertyId]] : []
    return [[], ...values.map(value => [value])].map(given => {
      const query = `?${new URLSearchParams(Object.fromEntries([...always, ...given]))}`
      return { name: `${name}${query.replace(propertyId, 'ID')}`, path: `${below}${query}` }
    })
  })
}

type Known = { first_name: string; last_name: string; phone: string | null; property: string; label: string }

/** What a member types to find each of these residents: a name as it grows, both names, the end of the phone number, the unit. */
export function searchCalls(residents: readonly Known[]): ConsoleCall[] {
  return residents.slice(0, SAMPLES).flatMap(({ first_name, last_name, phone, property, label }) => {
    const queries = [
      last_name.slice(0, 1),
      last_name.slice(0, 3),
      `${first_name} ${last_name.slice(0, 2)}`,
      `${first_name} ${last_name}`,
      `${property.split(' ')[0]} ${label}`,
      ...(phone ? [phone.slice(-4)] : []),
    ]
    return queries.map(query => ({ name: `search ${query}`, path: `/search?${new URLSearchParams({ query })}` }))
  })
}
