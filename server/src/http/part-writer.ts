/** Parts of an output → the text of one JSON object, a piece for each part. */

export type PartWriter = {
  /** The text of the next part. */
  add(part: object): string
  /** What is left to write behind the last one. */
  end(): string
}

/** `fields` are those the object must have in the end; a part that breaks the order of a streamed output throws, before anything wrong is sent. */
export function openPartWriter(fields: readonly string[]): PartWriter {
  const missing = new Set(fields)
  /** The list that may still grow. */
  let open: string | undefined
  let isEmpty = true
  let isFirst = true

  function field(name: string, value: unknown): string {
    if (name === open) return items(value as unknown[])
    if (!missing.delete(name)) throw new Error(`${name} does not belong here: it is unknown, or was closed before`)
    const begin = `${close()}${isFirst ? '{' : ','}${JSON.stringify(name)}:`
    isFirst = false
    if (!Array.isArray(value)) return begin + JSON.stringify(value)
    open = name
    isEmpty = true
    return `${begin}[${items(value)}`
  }

  function items(list: unknown[]): string {
    if (list.length === 0) return ''
    const text = JSON.stringify(list).slice(1, -1)
    const begin = isEmpty ? '' : ','
    isEmpty = false
    return begin + text
  }

  function close(): string {
    const end = open === undefined ? '' : ']'
    open = undefined
    return end
  }

  return {
    add: part =>
      Object.entries(part)
        .map(([name, value]) => field(name, value))
        .join(''),
    end() {
      if (missing.size > 0) throw new Error(`The parts ended without ${[...missing].join(', ')}`)
      return `${close()}}`
    },
  }
}
