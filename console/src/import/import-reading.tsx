/** How a file was read: the sheet of a workbook, the mapped columns, and the layout and the meaning of the charge codes of a rent roll. */
import type { ImportReport } from '#client/console.ts'
import { Card, Facts } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'

export function ImportReading({ report }: { report: ImportReport }) {
  const { kind, layout_title, sheet, other_sheets, charge_codes, columns, refusal } = report
  const isRoll = kind === 'RENT_ROLL'
  const told = columns.filter(({ is_answered, column }) => is_answered && column !== null)
  if (refusal !== null || (!isRoll && sheet === null && told.length === 0)) return null
  return (
    <Card title="How the file is read">
      <Facts
        of={{
          ...(isRoll && { Layout: layout_title ?? 'AppFolio, or our template' }),
          ...(sheet !== null && { Sheet: sheet }),
          ...(other_sheets.length > 0 && { 'Sheets not read': other_sheets.join(', ') }),
          ...(told.length > 0 && {
            'Columns as answered': told.map(({ header, column }) => `${header} as ${column}`).join(', '),
          }),
          ...(charge_codes.length > 0 && {
            'Charge codes': charge_codes
              .map(({ word, code }) => `${word} as ${inWords(code).toLowerCase()}`)
              .join(', '),
          }),
        }}
      />
    </Card>
  )
}
