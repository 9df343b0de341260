/** Compresses replies for callers who accept that: Brotli if they do, otherwise gzip. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** Shorter replies, in characters, fit into a packet or two uncompressed. */
export const MIN_COMPRESSED_LENGTH = 1024
/** Longer replies are compressed in a thread. For a page of 14 KB, a thread costs 190 µs of processor time, and compressing it here 45 µs. */
const MAX_COMPRESSED_HERE = 64 * 1024

/** Quality 1 turns a page of 14 KB into 2.6 KB in 45 µs. Quality 4 makes 2.2 KB in 135 µs, and gzip needs 78 µs for the size of quality 1. */
const BROTLI_QUALITY = 1
const GZIP_LEVEL = 1

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/**
 * Compresses the reply to a GET. Replies to writes are sent uncompressed: they are short, and a secret in one must not be compressed together with
 * text that somebody else may have chosen (the attack is called BREACH). No GET returns a secret.
 */
export function compressReply(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.call.operation?.method !== 'GET') return payload
  reply.header('vary', 'Accept-Encoding')
  if (typeof payload !== 'string' || payload.length < MIN_COMPRESSED_LENGTH || request.method === 'HEAD') return payload
  const encoding = preferredEncoding(request.headers['accept-encoding'])
  if (!encoding) return payload
  reply.header('content-encoding', encoding).removeHeader('content-length')
  return compressText(payload, encoding)
}

export async function compressText(text: string, encoding: Encoding): Promise<Buffer> {
  const options = { ...(encoding === 'br' ? brotliOptions(text.length) : { level: GZIP_LEVEL }), info: true }
  const inPlace = encoding === 'br' ? brotliCompressSync : gzipSync
  const isLong = text.length > MAX_COMPRESSED_HERE
  return released(
    (await (isLong ? inThread[encoding](text, options) : inPlace(text, options))) as unknown as Compressed,
  )
}

/** The result of a compression with the option `info`. */
type Compressed = { buffer: Buffer; engine: { _outBuffer?: Buffer | null } }

/**
 * Takes the buffer of 16 KB away from a compressor that is done. Node keeps compressors until V8 collects the whole heap, because a collection of
 * young objects spares everything that wraps native code: a process held up to 60 MB of such buffers, and their gaps stayed in its memory.
 */
function released({ buffer, engine }: Compressed): Buffer {
  engine._outBuffer = null
  return buffer
}

/** Compresses a stream. The output is flushed at the end of each piece, so that no piece waits for the next. */
export function compressStream(source: Readable, encoding: Encoding): Readable {
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ ...brotliOptions(), flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH })
  // If either ends, so does the other. How the reply ended is determined elsewhere.
  return pipeline(source, compressor, () => {})
}

function brotliOptions(length = 0) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: length },
  }
}

/** The one of `offered` that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3); undefined if the reply is sent as it is. */
export function preferredEncoding(
  header: string | string[] | undefined,
  offered: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (header === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const [weight] = parameters.flatMap(text => (text.startsWith('q=') ? [Number(text.slice(2))] : []))
    weights.set(name, weight ?? 1)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((one, other) => weightOf(other) - weightOf(one))
  const isWanted = best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
  return isWanted ? best : undefined
}
