/** The encodings of text in which each byte is a character, and which of them the bytes of a file show. Pure. */

export type CodePage = {
  decode(bytes: Uint8Array): string
  /** The bytes of a text beyond ASCII; undefined if the encoding lacks one of its characters. */
  bytesBeyondAscii(text: string): Uint8Array | undefined
}

/** Code page 437 from byte 128 on: that of Excel's “CSV (MS-DOS)” and of old programs in the United States. */
const DOS_LETTERS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const HIGH_BYTES = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
const WINDOWS_DECODER = new TextDecoder('windows-1252')
const WINDOWS_LETTERS = WINDOWS_DECODER.decode(HIGH_BYTES)
const MACINTOSH_DECODER = new TextDecoder('macintosh')

export const WINDOWS = codePage(WINDOWS_LETTERS, bytes => WINDOWS_DECODER.decode(bytes))
export const MACINTOSH = codePage(MACINTOSH_DECODER.decode(HIGH_BYTES), bytes => MACINTOSH_DECODER.decode(bytes))
export const DOS = codePage(DOS_LETTERS, bytes => {
  let text = ''
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : DOS_LETTERS[byte - 128]
  return text
})

function codePage(letters: string, decode: CodePage['decode']): CodePage {
  const byteOf = new Map([...letters].map((letter, index) => [letter, index + 128]))
  return {
    decode,
    bytesBeyondAscii(text) {
      const bytes = [...text].map(letter => byteOf.get(letter))
      return bytes.includes(undefined) ? undefined : Uint8Array.from(bytes as number[])
    },
  }
}

/**
 * Whether bytes are MS-DOS rather than Windows-1252: some are letters there and marks in Windows-1252 that never stand inside a word, such as `¤` for
 * the ñ of Nu¤ez, and none is a letter in Windows-1252 and a frame there, such as `é` for `Θ`.
 */
export function isDos(bytes: Uint8Array): boolean {
  let isSeen = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte < 128) continue
    const [before, after] = [isLetter(bytes[index - 1]), isLetter(bytes[index + 1])]
    if ((before || after) && (LETTERS_OF_WINDOWS.has(byte) || (byte === APOSTROPHE && before && after))) return false
    isSeen ||=
      (before && after && LETTERS_OF_DOS.has(byte)) || (byte === E_ACUTE && before) || (after && UNUSED.has(byte))
  }
  return isSeen
}

const isLetter = (byte = 0) => LETTERS_OF_DOS.has(byte) || /[a-z]/i.test(String.fromCharCode(byte))

/** The byte that is `’` in Windows-1252, as in O’Brien. */
const APOSTROPHE = 0x92
/** The byte that is `é` in MS-DOS, and in Windows-1252 a quotation mark that never follows a letter. */
const E_ACUTE = 0x82
/** Bytes that Windows-1252 does not use and that are letters in MS-DOS, such as the É of Élise. */
const UNUSED = bytesWhere((dos, windows) => /\p{L}/u.test(dos) && /[\u0080-\u009f]/.test(windows))
const LETTERS_OF_WINDOWS = bytesWhere((dos, windows) => /\p{L}/u.test(windows) && !/[\p{L}½¼]/u.test(dos))
/** Bytes that are letters in MS-DOS, and in Windows-1252 are neither letters nor marks that may stand between two letters, such as `–`. */
const LETTERS_OF_DOS = bytesWhere((dos, windows) => /\p{L}/u.test(dos) && /[^\p{L}\u00a0…†‘’•–—˜™ªº]/u.test(windows))

function bytesWhere(holds: (dos: string, windows: string) => boolean): ReadonlySet<number> {
  return new Set(
    [...HIGH_BYTES].filter(byte => holds(DOS_LETTERS[byte - 128] ?? '', WINDOWS_LETTERS[byte - 128] ?? '')),
  )
}
