/** Reads attributes and text in the XML of a workbook by regular expressions, which is all that its parts require. */

/** Returns the value of an attribute in the text of a tag. `name` is inserted into a regular expression as it stands. */
export function attribute(attributes: string, name: string): string | undefined {
  const pattern = PATTERNS.get(name) ?? new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  PATTERNS.set(name, pattern)
  const value = pattern.exec(attributes)
  const text = value?.[1] ?? value?.[2]
  return text === undefined ? undefined : plainText(text)
}

const PATTERNS = new Map<string, RegExp>()

/** Replaces references such as `&amp;`, `&#38;` and `&#x26;` by their characters. Unknown ones stay as they are. */
export function plainText(xml: string): string {
  return xml.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\dA-Fa-f]{1,6}));/g,
    (written, name, decimal, hexadecimal) => {
      if (name !== undefined) return ENTITIES[name] ?? written
      const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
      return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code).toWellFormed() : written
    },
  )
}

const MAX_CODE_POINT = 0x10ffff
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
