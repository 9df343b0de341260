/** Whether a call comes from a page of ours if PUBLIC_URL is set, whatever stands between the browser and the service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request, sendRaw } from '../raw-http.ts'
import { useWorld } from '../world.ts'

const world = useWorld({ config: { publicUrl: 'https://pm.example.com' } })

/** The status of a call of the console that was sent to `host` by a page at `origin`: 400 if it passes, because its body is empty. */
async function statusFrom(host: string, origin: string): Promise<number | undefined> {
  const headers = { host, origin, 'content-type': 'application/json', 'content-length': '2' }
  return (await sendRaw(world.service.url as string, request('POST /console/api/auth/sign-in/email', headers, '{}')))
    ?.status
}

const CASES: [what: string, host: string, origin: string, status: number][] = [
  ['the public address', 'pm.example.com', 'https://pm.example.com', 400],
  ['the public address behind a proxy that passes on no Host', '127.0.0.1:8080', 'https://pm.example.com', 400],
  ['another address of the service', '10.0.0.5:8080', 'http://10.0.0.5:8080', 400],
  ['the public host without TLS', 'pm.example.com', 'http://pm.example.com', 403],
  ['the public host without TLS, in other letters', 'PM.Example.com', 'http://pm.example.com', 403],
  ['another port of the public host', 'pm.example.com', 'https://pm.example.com:8443', 403],
  ['another site', 'pm.example.com', 'https://evil.example', 403],
]

for (const [what, host, origin, status] of CASES) {
  test(`a call from a page at ${what} is ${status === 403 ? 'refused' : 'accepted'}`, async () => {
    assert.equal(await statusFrom(host, origin), status)
  })
}
