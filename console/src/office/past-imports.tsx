/** The files that came in, the newest first. */
import type { PastImport } from '#client/console.ts'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { number } from '../kit/format.ts'
import { Empty } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { Pager } from '../kit/pager.tsx'
import { Time } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { usePage } from '../session/use-page.ts'

const COLUMNS: Column<PastImport>[] = [
  { id: 'file', header: 'File', meta: { wraps: true }, cell: ({ row }) => row.original.file_name },
  { id: 'when', header: 'Imported', cell: ({ row }) => <Time at={row.original.imported_at} /> },
  { id: 'kind', header: 'What it holds', meta: { from: 'sm' }, cell: ({ row }) => inWords(row.original.kind) },
  { id: 'who', header: 'By', meta: { from: 'md' }, cell: ({ row }) => row.original.imported_by },
  { id: 'rows', header: 'Rows', meta: { align: 'end' }, cell: ({ row }) => number(row.original.rows) },
  {
    id: 'out',
    header: 'Left out',
    meta: { align: 'end', from: 'sm' },
    cell: ({ row }) => number(row.original.rows_left_out),
  },
]

export function PastImports() {
  const { client } = useOrganization()
  const { loaded, pagination, move } = usePage('imports', {}, client.listImports)
  return (
    <Card title="Past imports" flush>
      <DataTable
        label="Past imports"
        columns={COLUMNS}
        loaded={loaded}
        keyOf={one => one.import_id}
        footer={<Pager pagination={pagination} onMove={move} />}
        placeholders={3}
        empty={<Empty title="No file came in yet" />}
      />
    </Card>
  )
}
