/** Looking up names: first in the hosts file, then with name servers, some of which never answer. */
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTimeLimit } from '#server/base/time-limit.ts'
import { nameResolver } from '#server/platform/targets/resolve-name.ts'

const A = 1
const AAAA = 28
const never = new AbortController().signal

const folder = await mkdtemp(join(tmpdir(), 'gatehouse-hosts-'))
const hostsFile = join(folder, 'hosts')
await writeFile(
  hostsFile,
  '127.0.0.1 gateway # not.this.one\n10.0.0.5\tReceiver.Example receiver\r\n::5 receiver\nnonsense receiver\n',
)
const nameServers: Socket[] = []
after(async () => {
  for (const server of nameServers) server.close()
  await rm(folder, { recursive: true })
})

test('a name in the hosts file is not looked up on name servers', async () => {
  const resolveName = nameResolver({ hostsFile, servers: [await nameServer({})] })
  assert.deepEqual(await resolveName('receiver', never), ['10.0.0.5', '::5'])
  assert.deepEqual(await resolveName('receiver.example', never), ['10.0.0.5'])
  assert.deepEqual(await resolveName('gateway', never), ['127.0.0.1'])
})

test('localhost is loopback, whatever a name server answers', async () => {
  const resolveName = nameResolver({ hostsFile, servers: [await nameServer({ [A]: '93.184.215.14' })] })
  assert.deepEqual(await resolveName('localhost', never), ['127.0.0.1', '::1'])
  assert.deepEqual(await resolveName('api.localhost', never), ['127.0.0.1', '::1'])
})

test('both families are looked up, and IPv4 comes first', async () => {
  const servers = [await nameServer({ [A]: '93.184.215.14', [AAAA]: '2606:4700::1111' })]
  const resolveName = nameResolver({ hostsFile, servers })
  assert.deepEqual(await resolveName('hooks.example', never), ['93.184.215.14', '2606:4700::1111'])
})

test('one family is enough if the other has no address or its lookup is never answered', async () => {
  for (const answers of [{ [A]: '93.184.215.14', [AAAA]: 'nothing' }, { [A]: '93.184.215.14' }] as const) {
    const resolveName = nameResolver({ hostsFile, servers: [await nameServer(answers)] })
    assert.deepEqual(await resolveName('hooks.example', never), ['93.184.215.14'])
  }
})

test('a name without an address is an error', async () => {
  const resolveName = nameResolver({ hostsFile, servers: [await nameServer({ [A]: 'nothing', [AAAA]: 'nothing' })] })
  await assert.rejects(resolveName('hooks.example', never), { code: 'ENODATA' })
})

test('silent name servers are abandoned when the signal says so', async () => {
  const limit = startTimeLimit(20)
  const servers = [await nameServer({})]
  const resolveName = nameResolver({ hostsFile, servers, queryTimeoutMs: 60_000 })
  await assert.rejects(resolveName('hooks.example', limit.signal), { code: 'ECANCELLED' })
  await assert.rejects(resolveName('hooks.example', AbortSignal.abort()), { code: 'ECANCELLED' })
})

/** Answers each type of question with one address, with nothing, or not at all. */
async function nameServer(answers: Record<number, string>): Promise<string> {
  const server = createSocket('udp4', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
    const answer = answers[type]
    if (answer !== undefined) server.send(replyTo(query, type, answer), from.port, from.address)
  })
  nameServers.push(server)
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return `127.0.0.1:${server.address().port}`
}

/** RFC 1035 §4: the question again, and one record that points to its name. */
function replyTo(query: Buffer, type: number, answer: string): Buffer {
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const address = bytesOf(answer)
  const count = answer === 'nothing' ? 0 : 1
  const header = Buffer.from([query[0] as number, query[1] as number, 0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0])
  const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address])
  return Buffer.concat([header, question, ...(count === 0 ? [] : [record])])
}

function bytesOf(answer: string): number[] {
  if (answer.includes('.')) return answer.split('.').map(Number)
  const [head = '', tail = ''] = answer.split('::')
  const groups = (part: string) =>
    part.split(':').flatMap(group => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  const [front, back] = [groups(head), groups(tail)]
  return [...front, ...new Array<number>(16 - front.length - back.length).fill(0), ...back]
}
