/** Bytes to text: encodings, delimiters, and files that are not CSV. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { decodeText } from '#server/import/read/decode.ts'

const TEXT = `Unit,Tenant\r\n1,Zoë “Zo” Ångström\r${'2,Renée €5\n'.repeat(300)}`
const LINES = TEXT.replace(/\r\n?/g, '\n')

async function decode(bytes: Buffer, chunkBytes = 7): Promise<string> {
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
  }
  let text = ''
  for await (const piece of decodeText(chunks())) text += piece
  return text
}

function windows1252(text: string): Buffer {
  const high: Record<string, number> = {
    ...{ '“': 0x93, '”': 0x94, '€': 0x80, '’': 0x92, '–': 0x96, '—': 0x97 },
    ...{ Š: 0x8a, Œ: 0x8c, Ž: 0x8e, š: 0x9a, œ: 0x9c, ž: 0x9e },
  }
  return Buffer.from([...text].map(character => high[character] ?? character.charCodeAt(0)))
}

const DOS_BYTES: Readonly<Record<string, number>> = {
  ...{ é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, ü: 0x81, ö: 0x94, É: 0x90 },
}

const encodings: [string, Buffer][] = [
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16LE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16LE without a mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16BE with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['UTF-16BE without a mark', Buffer.from(TEXT, 'utf16le').swap16()],
  ['Windows-1252', windows1252(TEXT)],
]

for (const [name, bytes] of encodings) {
  test(`${name} is decoded the same however it is divided into chunks`, async () => {
    for (const chunkBytes of [1, 2, 7, 1024, 1_000_000]) assert.equal(await decode(bytes, chunkBytes), LINES)
  })
}

test('Windows-1252 is recognized where it first occurs, even far into the file and at its very end', async () => {
  const far = 'plain ascii\n'.repeat(20_000)
  assert.equal(await decode(windows1252(`${far}Zoë\n`), 65_536), `${far}Zoë\n`)
  assert.equal(await decode(windows1252('Unit,Zoë')), 'Unit,Zoë')
})

test('Excel’s CSV (Macintosh) is Mac Roman, which only files whose lines end in a return alone are', async () => {
  const row = [
    ...Buffer.from('1,Jos'),
    0x8e,
    ...Buffer.from(' N'),
    0x9c,
    0x96,
    ...Buffer.from('ez, O'),
    0xd5,
    ...Buffer.from('Brien\r'),
  ]
  const macintosh = Buffer.from([...Buffer.from('Unit,Tenant\r'), ...row, ...row])
  for (const chunkBytes of [1, 7, 1_000_000])
    assert.equal(await decode(macintosh, chunkBytes), `Unit,Tenant\n${'1,José Núñez, O’Brien\n'.repeat(2)}`)
  assert.equal(await decode(Buffer.from([...Buffer.from('Unit\r\nJos'), 0xe9, 13, 10])), 'Unit\nJosé\n')
})

test('Excel’s CSV (MS-DOS) is code page 437, which its letters show if none of them is one of Windows-1252', async () => {
  const dos = (text: string) => Buffer.from([...text].map(each => DOS_BYTES[each] ?? each.charCodeAt(0)))
  const names = 'Unit,Tenant\r\n1,José Núñez\r\n2,Peña García\r\n3,Élise König-Gonzalez\r\n'
  for (const chunkBytes of [1024, 1_000_000])
    assert.equal(await decode(dos(names), chunkBytes), names.replace(/\r\n/g, '\n'))
  for (const name of ['José', 'García', 'Peña', 'Élise', 'König', 'Günter'])
    assert.equal(await decode(dos(`1,${name}\n`)), `1,${name}\n`)
  const windows = [
    'O’Brien José',
    '“Zoë” – a “word”—',
    'John\u00a0Smith',
    '5½',
    'Straße',
    'naïve',
    'Ann €5',
    'Š. Žižek',
    'Œuvre',
  ]
  for (const text of windows) assert.equal(await decode(windows1252(`1,${text}\n`)), `1,${text}\n`)
})

test('a file that starts as UTF-8 and then is not is refused with the line', async () => {
  const mixed = Buffer.concat([Buffer.from('a\nZoë\r\nb\r\n'), windows1252('Zoë Alder\n')])
  await assert.rejects(decode(mixed), { name: 'Refusal', message: /UTF-8 before line 4/ })
})

test('a file that is not text is refused with instructions for exporting CSV', async () => {
  const cases: [Buffer, RegExp][] = [
    [Buffer.from('PK\u0003\u0004rest'), /Excel workbook \(\.xlsx\).*Export it as CSV/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel workbook/],
    [Buffer.from('%PDF-1.7 …'), /is a PDF/],
    [Buffer.from([0x1f, 0x8b, 8]), /gzip/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), /is an image, not CSV/],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]), /is an image/],
    [Buffer.from('GIF89a\u0001\0'), /is an image/],
    [Buffer.from('\0\0\0\u0018ftypheic\0\0'), /is an image/],
    [Buffer.from('II*\0\b\0\0\0'), /is an image/],
    [
      Buffer.from('\ufeff\r\n<!DOCTYPE HTML><table><tr><td>Unit</td></tr></table>'),
      /is a web page \(HTML\).*Export it as CSV/,
    ],
    [Buffer.from('<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>'), /is a web page/],
    [Buffer.from('\ufeff<table><tr><td>Unit</td></tr></table>', 'utf16le'), /is a web page/],
    [Buffer.from('MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n'), /is a web archive \(MHTML\)/],
    [Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook>'), /is XML/],
    [Buffer.from('{\\rtf1\\ansi Rent Roll}'), /is a text document \(RTF\)/],
    [Buffer.from('a,b\0c\n'), /NUL bytes/],
    [Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x00, 0xd8, 0x41, 0x00]), /damaged near line 1/],
    [Buffer.alloc(0), /is empty/],
  ]
  for (const [bytes, message] of cases) await assert.rejects(decode(bytes), { name: 'Refusal', message })
})
