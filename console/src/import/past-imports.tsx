/** The files that were imported. */
import { choices, type ListImportsInput, type PastImport } from '#client/console.ts'
import type { Column } from '../kit/data-table.tsx'
import { number } from '../kit/format.ts'
import { inWords } from '../kit/words.ts'
import { ChoiceListFilter } from '../records/list-filters.tsx'
import { ListCard } from '../records/list-page.tsx'
import { listOf } from '../records/list-query.ts'
import { Time } from '../records/time.tsx'
import { useList } from '../records/use-list.tsx'
import type { OrganizationClient } from '../session/clients.ts'

const COLUMNS: Column<PastImport, ListImportsInput['sort']>[] = [
  { header: 'File', sort: 'file_name', wraps: true, cell: row => row.file_name },
  { header: 'Imported', sort: 'imported_at', cell: row => <Time at={row.imported_at} /> },
  { header: 'Kind', sort: 'kind', from: 'sm', cell: row => inWords(row.kind) },
  { header: 'By', sort: 'imported_by', from: 'md', cell: row => row.imported_by },
  { header: 'Rows stored', sort: 'rows', align: 'end', cell: row => number(row.rows) },
  { header: 'Rows rejected', sort: 'rows_left_out', align: 'end', from: 'sm', cell: row => number(row.rows_left_out) },
]

const IMPORTS = listOf({
  name: 'imports',
  by: ['kind'],
  read: (client: OrganizationClient) => client.listImports,
  order: '-imported_at',
  csv: 'imports',
})

export function PastImports() {
  const list = useList(IMPORTS)
  return (
    <ListCard
      title="Past imports"
      label="Past imports"
      nouns="imports"
      filters={<ChoiceListFilter name="kind" label="Kind" values={choices.listImports.kind} />}
      folds={false}
      list={list}
      columns={COLUMNS}
      keyOf={one => one.import_id}
      placeholders={3}
      empty={{ about: 'Files appear here when they are imported.' }}
    />
  )
}
