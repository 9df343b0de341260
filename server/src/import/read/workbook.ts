/** Reads a sheet of an Excel workbook (.xlsx) as rows of strings, which equal those of a CSV file of the same report. */
import type { CellValue } from 'hucre/xlsx'
import { asError } from '#server/base/as-error.ts'
import { Refusal } from '#server/base/refusal.ts'
import { MAX_ROWS_ABOVE } from './header.ts'
import { readHiddenColumns, readHiddenRows } from './hidden-rows.ts'
import type { HiddenRows, SheetChoice } from './sheet-choice.ts'
import { pathOf, readShownLabels, type ShownLabels } from './shown-labels.ts'
import { type TableRow, withinLimits } from './table.ts'
import { archiveOf, type Part, partsOf } from './workbook-archive.ts'
import { damaged, refuseBomb, refuseForeign, textOfPart } from './workbook-parts.ts'

/** Loads the library only when a workbook is read, because it has 74 modules that most processes and imports never need. */
const library = () => import('hucre/xlsx')

/** The first rows of each sheet that looks like the kind of report, by its name. */
export type FirstRows = ReadonlyMap<string, readonly TableRow[]>

type OpenSheet = { rows: AsyncGenerator<TableRow>; hidden: HiddenRows | undefined }

/** Chooses the first visible sheet that `fits`, else the first visible one. Memory holds the compressed file, its shared strings, and a row. */
export async function readWorkbook(
  file: Buffer,
  fits: (rows: readonly TableRow[]) => Promise<boolean>,
): Promise<{ sheet: SheetChoice; firstRows: FirstRows; open: (name: string) => Promise<OpenSheet> }> {
  const parts = partsOf(file)
  if (parts.size === 0) throw damaged('the list of its parts is missing at its end')
  refuseForeign(parts)
  refuseBomb(parts)
  const bytes = archiveOf(parts)
  const names = (await visibleSheets(bytes)).filter(name => !OTHER_SHEET.test(pathOf(name, parts) ?? ''))
  const fitting = new Map<string, TableRow[]>()
  for (const name of names.slice(0, MAX_SHEETS)) {
    const first: TableRow[] = []
    for await (const row of rowsOf(bytes, name, { maxRows: MAX_ROWS_ABOVE })) first.push(row)
    if (await fits(first)) fitting.set(name, first)
  }
  if (fitting.size === 0 && names.length > MAX_SHEETS) throw tooManySheets(names.length)
  const [chosen = names[0], ...alike] = fitting.keys()
  if (chosen === undefined) throw damaged('it has no visible sheet')
  return {
    sheet: {
      name: chosen,
      others: names.filter(name => name !== chosen),
      ...(alike.length > 0 && { alike }),
    },
    firstRows: fitting,
    open: name => openSheet(bytes, name, isSince1904(parts)),
  }
}

async function openSheet(bytes: Buffer, name: string, isSince1904: boolean): Promise<OpenSheet> {
  const cannotRead = (error: Error) => {
    throw error instanceof Refusal ? error : damaged(error.message)
  }
  const shown = await readShownLabels(bytes, name).catch(cannotRead)
  const hidden = await readHiddenRows(bytes, name).catch(cannotRead)
  const hiddenColumns = await readHiddenColumns(bytes, name).catch(cannotRead)
  return { rows: rowsOf(bytes, name, { shown, isSince1904, hiddenColumns }), hidden }
}

/** How many visible sheets are looked at. */
export const MAX_SHEETS = 50
/** The parts of sheets without rows: a chart on a sheet of its own, and forms and macros of old programs. */
const OTHER_SHEET = /^xl\/(?:chart|dialog|macro)sheets\//

async function visibleSheets(bytes: Buffer): Promise<string[]> {
  const { readXlsx } = await library()
  const names: string[] = []
  try {
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (!hidden && !veryHidden) names.push(name)
        return false
      },
    })
  } catch (error) {
    throw damaged(asError(error).message)
  }
  return names
}

/** Whether the numbers of days count from 1904. The library knows this too, but applies it only to cells with a format of days. */
function isSince1904(parts: ReadonlyMap<string, Part>): boolean {
  return /<(?:\w+:)?workbookPr\b[^<>]*\bdate1904\s*=\s*["'](?:1|true)["']/.test(
    textOfPart(parts.get('xl/workbook.xml')),
  )
}

async function* rowsOf(
  bytes: Buffer,
  sheet: string,
  { maxRows, shown, ...facts }: { maxRows?: number; shown?: ShownLabels } & Omit<TableRow, 'line' | 'cells'>,
): AsyncGenerator<TableRow> {
  const { streamXlsxRows } = await library()
  const rows = streamXlsxRows(bytes, { sheet, ...(maxRows !== undefined && { maxRows }) })
  try {
    for (;;) {
      const next = await rows.next().catch(error => {
        throw damaged(asError(error).message)
      })
      if (next.done) return
      const { index, values } = next.value
      const line = index + 1
      const cells = values.map((value, column) => shown?.(line, column) ?? textOf(value))
      yield withinLimits({ line, cells, ...facts })
    }
  } finally {
    await rows.return(undefined)
  }
}

/** Returns the text of a cell. Text is unchanged, so that labels such as 0312 or 3E2 are too; a number loses the noise of binary fractions. */
function textOf(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!(value instanceof Date)) return value
  if (Number.isNaN(value.getTime())) return ''
  const [day = '', time = ''] = value.toISOString().split('T')
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`
}

function plainNumber(value: number): string {
  const rounded = Math.round(value * 1e6) / 1e6
  return Number.isInteger(rounded) || Math.abs(rounded) >= 1e15
    ? String(rounded)
    : rounded.toFixed(6).replace(/0+$/, '')
}

function tooManySheets(sheets: number): Refusal {
  return new Refusal(
    'invalid_request',
    `This workbook has ${sheets.toLocaleString('en-US')} visible sheets, and none of the first ${MAX_SHEETS} has a known header row. Save the sheet with the table as a file of its own, and import that.`,
  )
}
