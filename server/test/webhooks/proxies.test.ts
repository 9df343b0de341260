/** Deliveries ignore proxies that the environment names, because a proxy would not connect to the address that was checked. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { httpReceiver } from './receivers.ts'

test('proxies named in the environment are not used', async () => {
  await using proxy = await httpReceiver()
  await using receiver = await httpReceiver({ answer: (_request, response) => response.writeHead(204).end() })
  const url = `http://127.0.0.1:${proxy.port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
  const env = {
    ...process.env,
    ...Object.fromEntries(names.map(name => [name, url])),
    NODE_USE_ENV_PROXY: '1',
    NO_PROXY: '',
  }
  const program = join(import.meta.dirname, './send-once.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, `http://127.0.0.1:${receiver.port}/`], {
    env,
  })
  assert.equal(JSON.parse(stdout).status, 204)
  assert.deepEqual([proxy.connections.length, receiver.requests.length], [0, 1])
})
