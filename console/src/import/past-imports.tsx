/** The files that came in. */
import { choices, type ListImportsInput, type PastImport } from '#client/console.ts'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { Filters, SelectFilter } from '../kit/filters.tsx'
import { number } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { inWords } from '../kit/words.ts'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useUrlSearch } from '../session/url-search.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<PastImport, ListImportsInput['sort']>[] = [
  { id: 'file', header: 'File', meta: { sort: 'file_name', wraps: true }, cell: ({ row }) => row.original.file_name },
  {
    id: 'when',
    header: 'Imported',
    meta: { sort: 'imported_at' },
    cell: ({ row }) => <Time at={row.original.imported_at} />,
  },
  {
    id: 'kind',
    header: 'What it holds',
    meta: { sort: 'kind', from: 'sm' },
    cell: ({ row }) => inWords(row.original.kind),
  },
  { id: 'who', header: 'By', meta: { sort: 'imported_by', from: 'md' }, cell: ({ row }) => row.original.imported_by },
  { id: 'rows', header: 'Rows', meta: { sort: 'rows', align: 'end' }, cell: ({ row }) => number(row.original.rows) },
  {
    id: 'out',
    header: 'Left out',
    meta: { sort: 'rows_left_out', align: 'end', from: 'sm' },
    cell: ({ row }) => number(row.original.rows_left_out),
  },
]

export function PastImports() {
  const { client } = useOrganization()
  const { search, change } = useUrlSearch()
  const filters = { kind: search.kind as ListImportsInput['kind'] }
  const { loaded, pagination, sorting, move } = usePage('imports', filters, client.listImports, {
    order: '-imported_at',
  })
  const clear = () => change({ kind: undefined })
  return (
    <Card title="Past imports" flush>
      <Filters label="Filter past imports" onClear={search.kind === undefined ? undefined : clear}>
        <SelectFilter
          label="What it holds"
          value={search.kind}
          onChange={kind => change({ kind })}
          choices={choices.listImports.kind.map(value => ({ value, text: inWords(value) }))}
          all="Anything"
        />
      </Filters>
      <DataTable
        label="Past imports"
        columns={COLUMNS}
        loaded={loaded}
        sorting={sorting}
        keyOf={one => one.import_id}
        footer={<Pager pagination={pagination} onMove={move} />}
        placeholders={3}
        empty={<Empty title={search.kind === undefined ? 'No file came in yet' : 'No such file came in'} />}
      />
    </Card>
  )
}
