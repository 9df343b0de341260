/** The type of a file, determined from its first bytes, and the name it may have. Neither its name nor the type that its sender states is trusted. */
import type { FileType } from '#contract/console/files.ts'

/** How many bytes determine the type. */
export const HEAD_BYTES = 64

const EXTENSIONS: Record<FileType, readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
  'application/pdf': ['.pdf'],
}

/** The brands of HEIF that cameras write. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'])

/** The type of a file that begins with `head`; undefined if files of that type are not stored. */
export function typeOf(head: Buffer): FileType | undefined {
  const text = (from: number, to: number) => head.subarray(from, to).toString('latin1')
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.has(text(8, 12))) return 'image/heic'
  if (text(0, 5) === '%PDF-') return 'application/pdf'
  return undefined
}

/** Whether a file is shown in the page. Only pictures that every browser shows as pictures are; a PDF may contain scripts, so it is saved. */
function isShownInline(type: FileType): boolean {
  return type === 'image/jpeg' || type === 'image/png' || type === 'image/webp'
}

const MAX_NAME = 200

/**
 * Turns `name` into a plain file name: without folders, control characters and characters that file systems refuse, and with the extension of its
 * type, so that a picture called photo.html is not opened as a page where it is saved.
 */
export function plainName(name: string, type: FileType): string {
  const last = name.split(/[/\\]/).at(-1)!
  const plain = last
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .trim()
  const known = EXTENSIONS[type]
  const given = known.find(extension => plain.toLowerCase().endsWith(extension))
  const stem = (given ? plain.slice(0, -given.length) : plain.replace(/\.[A-Za-z0-9]{1,8}$/, '')).replace(/[.\s]+$/, '')
  const extension = given ?? known[0]
  return `${[...(stem || 'file')]
    .slice(0, MAX_NAME - extension.length)
    .join('')
    .slice(0, MAX_NAME - extension.length)}${extension}`
}

/** The header that names a file (RFC 6266): plain for old clients and exact for others. */
export function dispositionOf(name: string, type: FileType): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${isShownInline(type) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${exact}`
}
