/** A report as the service sends it: columns, rows and totals, cached for every page that shows it. */
import type { GetReportInput } from '#client/console.ts'
import { errorOf } from '#client/errors.ts'
import { useRead } from '../session/use-read.ts'

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

export type ReportRead = ReturnType<typeof useReport>

export function useReport(input: Omit<GetReportInput, 'format'>, { enabled = true } = {}) {
  return useRead(
    ['report', input],
    async (client, call) => {
      const reply = await fetch(client.getReport({ ...input, format: 'json' }), call)
      const text = await reply.text()
      if (!reply.ok) throw errorOf(reply, text, Date.now())
      return JSON.parse(text) as Report
    },
    { placeholderData: previous => previous, staleTime: STALE_MS, enabled },
  )
}
