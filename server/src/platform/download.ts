/** A file that an operation returns, created while it is sent. */

export type Download = {
  /** The media type of the file. */
  type: string
  fileName: string
  texts: AsyncIterable<string>
}
