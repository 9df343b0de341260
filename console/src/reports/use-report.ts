/** A report as the service sends it: columns, rows and totals, cached for every page that shows it. */
import { useQuery } from '@tanstack/react-query'
import type { GetReportInput } from '#client/console.ts'
import { errorOf } from '#client/errors.ts'
import { useOrganization } from '../session/me.ts'

export type ReportName = GetReportInput['report']
export type ReportCell = string | number | null
export type ReportKind = 'TEXT' | 'WORD' | 'DATE' | 'MONTH' | 'NUMBER' | 'PERCENT' | 'MONEY'
export type Report = {
  from: string | null
  to: string
  columns: { id: string; label: string; kind: ReportKind }[]
  rows: { id: string | null; cells: ReportCell[] }[]
  totals: ReportCell[]
}

const STALE_MS = 300_000

export function useReport(input: Omit<GetReportInput, 'format'>) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'report', input],
    queryFn: async ({ signal }) => {
      const reply = await fetch(client.getReport({ ...input, format: 'json' }), { signal })
      const text = await reply.text()
      if (!reply.ok) throw errorOf(reply, text, Date.now())
      return JSON.parse(text) as Report
    },
    placeholderData: previous => previous,
    staleTime: STALE_MS,
  })
}
