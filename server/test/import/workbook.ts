/** Makes workbooks as report writers do: typed cells, a cover and a hidden sheet. */
import { type CellValue, writeXlsx } from 'hucre/xlsx'

/** Types the cells as a report writer does: days are dates and amounts numbers, but labels stay texts. */
export function typed(text: string): CellValue {
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  if (day) return new Date(Date.UTC(Number(day[3]), Number(day[1]) - 1, Number(day[2])))
  const isAmount = /^\(?\d{1,3}(?:,\d{3})*\.\d\d\)?$/.test(text)
  return isAmount ? Number(text.replace(/[(),]/g, '')) * (text.startsWith('(') ? -1 : 1) : text || null
}

export async function workbookOf(rows: CellValue[][]): Promise<Buffer> {
  return Buffer.from(
    await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Prepared for the owner']] },
        { name: 'Report', rows },
        { name: 'Hidden', hidden: true, rows: [['Unit', 'Tenant']] },
      ],
    }),
  )
}
