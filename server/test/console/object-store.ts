/**
 * An object store that speaks the S3 protocol over HTTP. It checks every signature independently, following Amazon's description of
 * version 4.
 */
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bucket } from '#server/platform/files/bucket.ts'

const SECRET = 'a secret / of + the bucket'
const ACCESS_KEY = 'AKIDEXAMPLE'

export type ObjectStore = AsyncDisposable & {
  settings: Bucket
  /** The stored objects, by their paths. */
  objects: Map<string, Buffer>
  /** Requests whose signature was wrong. */
  refused: number
  /** The status of every reply, if the store is to fail. */
  failsWith: number | undefined
}

export async function openObjectStore(): Promise<ObjectStore> {
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store: ObjectStore = {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'photos',
      region: 'eu-central-1',
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET,
    },
    objects: new Map(),
    refused: 0,
    failsWith: undefined,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    try {
      for await (const piece of request) pieces.push(piece)
    } catch {
      return
    }
    const answer = (status: number, body?: Buffer) => response.writeHead(status).end(body)
    if (store.failsWith) return void answer(store.failsWith)
    if (!isSigned(request)) {
      store.refused++
      return void answer(403)
    }
    const path = request.url as string
    const body = Buffer.concat(pieces)
    if (request.method === 'PUT') {
      assert.equal(Number(request.headers['content-length']), body.length)
      store.objects.set(path, body)
      return void answer(200)
    }
    if (request.method === 'DELETE') {
      store.objects.delete(path)
      return void answer(204)
    }
    const found = store.objects.get(path)
    answer(found ? 200 : 404, found)
  }
  return store
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [key, day = '', region = '', service = '', end] = credential.split('/')
  const names = signed.split(';')
  if (key !== ACCESS_KEY || region !== 'eu-central-1' || service !== 's3' || end !== 'aws4_request') return false
  if (!names.includes('host') || !names.includes('x-amz-date')) return false
  const canonical = [
    method,
    url,
    '',
    ...names.map(name => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const signing = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`)
  return hmac(signing, text).toString('hex') === signature
}
