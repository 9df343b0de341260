/** The commands of the README, run in order after a fresh start: each does what the README states, and the calls return rows. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '#server/bundle.ts'
import { makeDataDir } from '../db/embedded-world.ts'
import { type Running, serve } from './processes.ts'

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
const cleanups: (() => unknown)[] = []

/** The folder in which the commands run: like a checkout, with a separate data folder. */
let folder: string
let service: Running
before(async () => {
  folder = await makeDataDir({ after: work => cleanups.push(work) })
  for (const name of ['bin', 'docs']) await symlink(join(ROOT, name), join(folder, name))
  await mkdir(join(folder, '.data'))
  service = await serve({ GATEHOUSE_DATA_DIR: join(folder, '.data') })
})
after(async () => {
  await service?.[Symbol.asyncDispose]()
  for (const work of cleanups) await work()
})

const run = promisify(execFile)

/** Runs one shell line in the folder, with the settings of a fresh checkout. */
async function shell(line: string): Promise<string> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const env = { PATH, HOME, ...(TMPDIR && { TMPDIR }), GATEHOUSE_DATA_DIR: join(folder, '.data') }
  return (await run('sh', ['-c', line], { cwd: folder, env })).stdout
}

function block(language: string, start: string): string[] {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const [, , text] = blocks.find(([, of, body = '']) => of === language && body.startsWith(start)) ?? []
  assert.ok(text, `the README has no block that starts with ${start}`)
  return text.trimEnd().split('\n')
}

test('the calls return rows of the demo, even the first one', async () => {
  const [key = '', ...calls] = block('sh', 'KEY=').map(line => line.replaceAll('http://127.0.0.1:8080', service.url))
  assert.ok(calls.length >= 2)
  for (const call of calls) {
    const reply = JSON.parse(await shell(`${key}\n${call.replace('curl ', 'curl -sS ')}`))
    assert.ok(reply.data?.length > 0, `${call}: ${JSON.stringify(reply).slice(0, 300)}`)
  }
})

test('the commands create an organization with a key and import the three templates', async () => {
  const [create = '', ...commands] = block('sh', 'bin/gatehouse org create')
  const { organization_id: id } = JSON.parse(await shell(`${create} --json`))
  const outcomes = []
  for (const command of commands) outcomes.push(JSON.parse(await shell(`${command.replaceAll('org_…', id)} --json`)))
  assert.match(outcomes[0].api_key, /^pm_/)
  const [, rehearsal, rentRoll, { files }] = outcomes
  assert.deepEqual([rehearsal.written, rentRoll.written], [false, true])
  for (const file of files) assert.equal(file.written, true, JSON.stringify(file))
})

test('the code blocks of the guides define what they use, and do what the guides say', async () => {
  const blocksOf = (name: string) =>
    [...readFileSync(join(ROOT, `docs/${name}.md`), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)]
      .map(([, text = '']) => text.replaceAll('http://127.0.0.1:8080', service.url).replaceAll('curl ', 'curl -sS '))
      .filter(text => text.includes('curl'))
  const [taken = '', read = ''] = blocksOf('sync')
  const [head, end] = (await shell(taken))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.ok(head.cursor && end.end && end.counts.unit > 0)
  const changes = JSON.parse(await shell(read))
  assert.deepEqual([changes.has_more, typeof changes.next_cursor], [false, 'string'])
  const [subscribe = '', recover = ''] = blocksOf('webhooks')
  const { id, secret } = JSON.parse(await shell(subscribe))
  assert.match(secret, /^whsec_/)
  const [recovery, list] = (await shell(recover.replace('wh_…', id)))
    .split(/(?<=\})(?=\{)/)
    .map(text => JSON.parse(text))
  assert.deepEqual([recovery.webhook_id, list.data[0].recovery_id], [id, recovery.recovery_id])
})

test('every guide is served as a page that looks like the reference, and as its source file', async () => {
  const served = async (path: string) => {
    const reply = await fetch(`${service.url}${path}`)
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      csp: reply.headers.get('content-security-policy'),
      text: await reply.text(),
    }
  }
  const guides = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.(md|csv)$/.test(name),
  )
  assert.ok(guides.includes('webhooks.md') && guides.includes('sync.md'))
  for (const name of guides) {
    const file = await served(`/docs/${name}`)
    assert.equal(file.text, readFileSync(join(ROOT, 'docs', name), 'utf8'))
    if (name.endsWith('.csv')) continue
    const page = await served(`/docs/${name.slice(0, -3)}`)
    assert.deepEqual([page.status, page.type], [200, 'text/html; charset=utf-8'], name)
    assert.match(page.csp ?? '', /default-src 'none'.*script-src 'self'/)
    assert.doesNotMatch(page.text, /<script|javascript:/)
    for (const [, to = ''] of page.text.matchAll(/href="(\/[^"#]*)/g)) {
      assert.equal((await served(to)).status, 200, `${name} links to ${to}`)
    }
    for (const [, anchor] of page.text.matchAll(/href="#([^"]+)"/g)) {
      assert.ok(page.text.includes(`id="${anchor}"`), `${name} links to #${anchor}`)
    }
  }
  assert.equal((await served('/docs/webhooks')).text.match(/<h1/g)?.length, 1)
  assert.equal((await served('/docs/..%2Fpackage.json')).status, 404)
  const root = await fetch(`${service.url}/`, { redirect: 'manual' })
  assert.deepEqual([root.status, root.headers.get('location')], [302, '/console'])
})

test('the client reads a list to its end', async () => {
  const demo = JSON.parse(await readFile(join(folder, '.data/demo.json'), 'utf8'))
  const lines = block('ts', 'import { createClient }').join('\n')
  const script = join(folder, 'client.ts')
  writeFileSync(
    script,
    lines.replace('https://pm.example.com', service.url).replace('@gatehouse/client', `${ROOT}client/index.ts`),
  )
  const printed = await shell(`GATEHOUSE_KEY=${demo.api_key} bin/node ${script}`)
  assert.match(printed, /^(\d+\n)+$/)
})
