/** Files in a bucket of Amazon S3 or of any other store with the same API. Nothing is held in memory: bodies pass through. */
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { checkKey, type Storage } from './storage.ts'

export type Bucket = {
  /** The endpoint, such as `https://s3.us-east-1.amazonaws.com`; the bucket is the first part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** An object store that does not answer within this time counts as unavailable. */
const TIMEOUT_MS = 60_000

export function bucketStorage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const urlOf = (key: string) => `${endpoint.replace(/\/+$/, '')}/${bucket}/files/${checkKey(key)}`

  async function send(method: string, key: string, more: RequestInit = {}): Promise<Response> {
    // The head is signed, and with it the length. The body is not, since it passes through; TLS protects it.
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...(more.headers as Record<string, string>) }
    const signed = await client.sign(urlOf(key), { method, headers, aws: { allHeaders: true } })
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(more.signal ? [more.signal] : [])])
    return fetch(signed.url, { ...more, method, headers: signed.headers, signal, redirect: 'error' })
  }

  return {
    async put(key, bytes, length, signal) {
      const body = Readable.toWeb(bytes) as ReadableStream
      const headers = { 'content-length': String(length) }
      const reply = await send('PUT', key, { body, headers, signal, duplex: 'half' } as RequestInit)
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`the object store answered ${reply.status} to PUT`)
    },
    async get(key) {
      const reply = await send('GET', key)
      if (reply.ok && reply.body) return Readable.fromWeb(reply.body as never)
      await reply.body?.cancel()
      if (reply.status === 404) return undefined
      throw new Error(`the object store answered ${reply.status} to GET`)
    },
    async remove(key) {
      const reply = await send('DELETE', key)
      await reply.body?.cancel()
      if (!reply.ok && reply.status !== 404) throw new Error(`the object store answered ${reply.status} to DELETE`)
    },
  }
}
