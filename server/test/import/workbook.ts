/** Makes workbooks as report writers do: typed cells, a cover and a hidden sheet. */
import { crc32 } from 'node:zlib'
import { type CellValue, writeXlsx } from 'hucre/xlsx'

/** Types the cells as a report writer does: days become dates and amounts become numbers, but labels stay text. */
export function toTypedCell(text: string): CellValue {
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

/** A workbook of these parts as programs without compression write it. */
export function storedWorkbook(parts: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)]
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(path.length, 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(at, 10)
    files.push(Buffer.from('PK\u0003\u0004'), shared, path, bytes)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, entry, path)
    at += 30 + path.length + bytes.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  for (const offset of [8, 10]) end.writeUInt16LE(Object.keys(parts).length, offset)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, listed, end])
}

/** The units of each property of a large workbook. */
export const UNITS_PER_PROPERTY = 240

/** A Yardi report with this many units, each with a rent and another charge, and a total of each property. */
export async function largeYardiWorkbook(units: number): Promise<Buffer> {
  const header = 'Unit,Unit Type,Unit,Resident,Name,Market,Charge,Amount,Resident,Other,Move In,Lease,Move Out,Balance'
  const rows: CellValue[][] = [
    ['Rent Roll with Lease Charges'],
    ['For Selected Properties'],
    ['As Of = 05/01/2026'],
    header.split(','),
    ',,Sq Ft,,,Rent,Code,,Deposit,Deposit,,Expiration,,'.split(','),
    ['Current/Notice/Vacant Residents'],
  ]
  const [movedIn, ends] = [new Date('2025-03-01'), new Date('2027-02-28')]
  for (let unit = 0; unit < units; unit++) {
    const [property, label] = [Math.floor(unit / UNITS_PER_PROPERTY), String(100 + (unit % UNITS_PER_PROPERTY))]
    rows.push(
      [label, 'a1', 700, `t${unit}`, `Elm${unit}, Ann`, 1400, 'rent', 1350, 500, 0, movedIn, ends, null, 0],
      ['', '', '', '', '', '', 'trash', 12],
      ['', '', '', '', '', '', 'Total', 1362],
      [],
    )
    if ((unit + 1) % UNITS_PER_PROPERTY === 0 || unit === units - 1)
      rows.push(['', '', '', 'Total', `Court ${property} (c${property})`])
  }
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Report', rows }] }))
}
