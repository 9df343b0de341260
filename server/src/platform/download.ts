/** A file that an operation answers with, made as it is sent. */

export type Download = {
  /** Its media type. */
  type: string
  fileName: string
  texts: AsyncIterable<string>
}
