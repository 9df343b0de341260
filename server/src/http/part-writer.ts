/** Writes the parts of an output as the text of one JSON object, one piece of text per part. */

export class PartWriter {
  readonly #missing: Set<string>
  /** The list that can still receive items. */
  #open: string | undefined
  #isEmpty = true
  #isFirst = true

  /** `fields` are the fields that the finished object must have. A part that breaks their order throws before anything wrong is sent. */
  constructor(fields: readonly string[]) {
    this.#missing = new Set(fields)
  }

  /** The text of the next part. */
  add(part: object): string {
    return Object.entries(part)
      .map(([name, value]) => this.#field(name, value))
      .join('')
  }

  /** The text that follows the last part. */
  end(): string {
    if (this.#missing.size > 0) throw new Error(`The parts ended without ${[...this.#missing].join(', ')}`)
    return `${this.#close()}}`
  }

  #field(name: string, value: unknown): string {
    if (name === this.#open) return this.#items(value as unknown[])
    if (!this.#missing.delete(name))
      throw new Error(`${name} does not belong here: it is unknown, or was closed before`)
    const begin = `${this.#close()}${this.#isFirst ? '{' : ','}${JSON.stringify(name)}:`
    this.#isFirst = false
    if (!Array.isArray(value)) return begin + JSON.stringify(value)
    this.#open = name
    this.#isEmpty = true
    return `${begin}[${this.#items(value)}`
  }

  #items(list: unknown[]): string {
    if (list.length === 0) return ''
    const text = JSON.stringify(list).slice(1, -1)
    const begin = this.#isEmpty ? '' : ','
    this.#isEmpty = false
    return begin + text
  }

  #close(): string {
    const end = this.#open === undefined ? '' : ']'
    this.#open = undefined
    return end
  }
}
