/** Reads a long list in pieces, each while the piece before it is being written. */
import type { PieceSize } from './piece-size.ts'

/**
 * Yields what `read` returns for a few of `keys` at a time, in their order. A piece has only as many keys as can be read quickly, because other calls
 * have their turns in between. While the caller of this generator works on a piece, the database reads the next.
 */
export async function* inPieces<Key, Piece>(
  keys: readonly Key[],
  size: PieceSize,
  read: (keys: readonly Key[]) => Promise<Piece>,
): AsyncGenerator<Piece> {
  if (keys.length === 0) return
  let from = 0
  const readNext = async () => {
    const piece = keys.slice(from, from + size.rows)
    from += piece.length
    const began = performance.now()
    const result = await read(piece)
    size.took(piece.length, performance.now() - began)
    return result
  }
  let reading = readNext()
  while (from < keys.length) {
    const piece = await reading
    reading = readNext()
    // If the caller leaves in the meantime, nobody awaits this read, and its failure must not go unhandled.
    reading.catch(() => {})
    yield piece
  }
  yield await reading
}
