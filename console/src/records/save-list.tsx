/** The whole list as the filters narrow it, as a CSV file that is safe to open in a spreadsheet. */
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { type Cell, csvOf, saveFile } from '../kit/csv.ts'
import { number, todayIn } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import type { OrganizationClient } from '../session/clients.ts'
import { useOrganization } from '../session/me.ts'
import { pacing, type Reading, saidOf } from './read-list.ts'

/** The most rows of a file; a longer list is narrowed by filters, or comes from the export of the API. */
const MOST = 100_000
const NAMES_AT_ONCE = 100
const NAMED = ['property_id', 'unit_id', 'resident_id'] as const

type Row = Record<string, unknown>

export function SaveList({
  label,
  total,
  readAll,
  most = MOST,
}: {
  label: string
  /** How many rows the list has as it is filtered. */
  total: number
  readAll: (most: number, onProgress: (read: number, total: number) => void) => Promise<Reading<unknown>>
  most?: number
}) {
  const { client, timeZone } = useOrganization()
  const [progress, setProgress] = useState<string>()
  const save = async () => {
    setProgress('Reading…')
    try {
      const reading = (await readAll(most, (read, of) =>
        setProgress(`Reading ${number(read)} of ${number(Math.min(of, most))}…`),
      )) as Reading<Row>
      const names = await namesOf(client, reading.rows, setProgress)
      const part = reading.total > reading.rows.length ? `-first-${reading.rows.length}` : ''
      const file = `${label.toLowerCase().replaceAll(' ', '-')}-${todayIn(timeZone)}${part}.csv`
      saveFile(file, textOf(reading.rows, names), 'text/csv')
      notify(saidOf(reading))
    } catch (error) {
      notify(sentenceOf(error))
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Button look="quiet" className="self-end" disabled={progress !== undefined} onClick={save}>
      <Icon name="download" />
      {progress ?? (total > most ? `Save CSV (first ${number(most)} of ${number(total)})` : 'Save CSV')}
    </Button>
  )
}

/** One column for each field of a single value, and the names of records that the rows only have the ids of. */
function textOf(rows: Row[], names: Map<string, string>): string {
  const fields = [...new Set(rows.flatMap(row => Object.keys(row)))].filter(field =>
    rows.every(row => row[field] === null || row[field] === undefined || typeof row[field] !== 'object'),
  )
  const named = NAMED.filter(field => fields.includes(field) && !fields.includes(field.replace('_id', '_name')))
  const header = [...named.map(field => field.replace('_id', '')), ...fields.map(field => field.replace(/_cents$/, ''))]
  const cells = rows.map(row => [
    ...named.map(field => names.get(String(row[field])) ?? null),
    ...fields.map(field => cellOf(field, row[field])),
  ])
  return csvOf(header, cells)
}

/** Amounts of money are dollars in a spreadsheet. */
function cellOf(field: string, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return field.endsWith('_cents') ? value / 100 : value
  return String(value)
}

async function namesOf(
  client: OrganizationClient,
  rows: Row[],
  onProgress: (text: string) => void,
): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(row => NAMED.map(field => row[field]).filter(id => typeof id === 'string')))
  const names = new Map<string, string>()
  const all = [...ids] as string[]
  const paced = pacing()
  for (let at = 0; at < all.length; at += NAMES_AT_ONCE) {
    const { data } = await paced(() => client.listNames({ ids: all.slice(at, at + NAMES_AT_ONCE).join(',') }))
    for (const { id, name } of data) names.set(id, name)
    onProgress(`Reading names: ${number(Math.min(at + NAMES_AT_ONCE, all.length))} of ${number(all.length)}…`)
  }
  return names
}
