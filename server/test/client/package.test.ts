/** The package `@gatehouse/client` in an empty project: what is in it, its types, and calls to the real service. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { v1 } from '#contract/v1.ts'
import { ROOT } from '#server/bundle.ts'
import { property, store } from '../records.ts'
import { useWorld } from '../world.ts'
import { openProject, type Project } from './packed.ts'

const MAX_BYTES = 12 * 1024

const world = useWorld()
let project: Project
before(async () => {
  project = await openProject()
})
after(() => project?.[Symbol.asyncDispose]())

const filesOf = (suffix: string) =>
  readdirSync(join(project.client, 'dist'))
    .filter(name => name.endsWith(suffix))
    .map(name => readFileSync(join(project.client, 'dist', name), 'utf8'))

test('the package is compiled code with types, has no dependencies, and is under 12 KB compressed', t => {
  assert.deepEqual(readdirSync(project.client).sort(), ['LICENSE', 'README.md', 'dist', 'package.json'])
  assert.deepEqual(
    readdirSync(join(project.client, 'dist')).filter(name => !/\.(d\.ts|js)$/.test(name)),
    [],
  )
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(project.client, 'package.json'), 'utf8'))
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined])
  const code = filesOf('.js')
  for (const text of [...code, ...filesOf('.d.ts')])
    assert.doesNotMatch(text, /\b(?:from|import\() ?'(?!\.\/[\w-]+\.js')/)
  const bytes = gzipSync(code.join(''), { level: 9 }).length
  t.diagnostic(`${bytes} bytes of gzip`)
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes`)
  const readme = readFileSync(join(project.client, 'README.md'), 'utf8')
  assert.match(readme, new RegExp(`is ${Math.round(bytes / 1024)} KB compressed`))
})

/** A program as a user would write it, for the compiler; the wrong lines must be errors. */
const PROGRAM = `
import { ApiError, createClient, type Invoice, verifyWebhook } from '@gatehouse/client'

const client = createClient({ baseUrl: 'https://pm.example.com', apiKey: 'pm_live_1' })
for await (const invoice of client.eachInvoice({ status: 'OVERDUE' })) {
  const cents: number = invoice.balance_cents
  const whole: Invoice = invoice
  console.log(cents, whole.lines[0]?.charge_code)
}
await client.sync({
  types: ['unit', 'lease'],
  load: () => undefined,
  async store({ changes, checkpoint }) {
    for await (const one of changes) {
      if (one.type === 'lease' && one.change === 'UPSERTED') console.log(one.record.rent_cents, checkpoint)
      // @ts-expect-error: invoices are not among the types
      if (one.type === 'invoice') break
    }
  },
})
const event = await verifyWebhook({ body: '', headers: new Headers(), secret: 'whsec_' })
if (event.type === 'payment.received') console.log(event.data.payment.amount_cents)
try {
  await client.createWorkOrder({ title: 'Tap', property_id: 'prop_1' }, { signal: AbortSignal.timeout(5_000) })
} catch (error) {
  if (error instanceof ApiError && error.error === 'conflict') console.log(error.details[0]?.path)
  // @ts-expect-error: no such error
  if (error instanceof ApiError && error.error === 'no_such_error') throw error
}
// @ts-expect-error: no such status
await client.listInvoices({ status: 'LATE' })
// @ts-expect-error: the ID is missing
await client.getProperty({})
// @ts-expect-error: neither a property nor a unit
await client.createWorkOrder({ title: 'Tap' })
// @ts-expect-error: null is no unit
await client.createWorkOrder({ title: 'Tap', unit_id: null })
for await (const past of client.eachEvent()) {
  if (past.type === 'payment.refunded') console.log(past.data.payment.amount_cents - past.data.amount_cents)
  // @ts-expect-error: the data of a lead has no payment
  if (past.type === 'lead.created') console.log(past.data.payment)
}
for (const { type, record } of (await client.listChanges()).data) {
  if (type === 'work_order') console.log(record?.title)
}
`

/** The README's programs read the environment, so they are checked with the types of Node. */
for (const { module, moduleResolution, lib, types } of [
  { module: 'node16', moduleResolution: 'node16', lib: ['es2022'], types: ['node'] },
  { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
]) {
  test(`types check strictly with moduleResolution ${moduleResolution} and ${types[0] ?? 'those of browsers'}`, async () => {
    project.write('program.ts', PROGRAM)
    const blocks = [...readFileSync(join(project.client, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)]
    assert.equal(blocks.length, 4)
    for (const [index, [, block = '']] of blocks.entries()) project.write(`readme-${index}.ts`, block)
    const readme = types.includes('node') ? blocks.map((_, index) => `readme-${index}.ts`) : []
    const typeRoots = [join(ROOT, 'node_modules/@types')]
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      types,
      typeRoots,
      target: 'es2022',
      strict: true,
      noEmit: true,
    }
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts', ...readme] }))
    await project.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])
  })
}

test('a program that imports it calls the service', async () => {
  const org = await world.organization()
  const court = property()
  await store(org, { properties: [court] })
  project.write(
    'calls.js',
    `import { ApiError, createClient } from '@gatehouse/client'
const client = createClient({ baseUrl: process.env.BASE, apiKey: process.env.KEY })
const names = []
for await (const { name } of client.eachProperty()) names.push(name)
const { title } = await client.createWorkOrder({ title: 'Tap', property_id: process.env.PROPERTY })
const { error } = await client.getProperty({ id: 'none' }).catch(error => error)
const copied = new Set()
await client.sync({ load: () => null, async store({ changes }) { for await (const { id } of changes) copied.add(id) } })
console.log(JSON.stringify({ names, title, error, copied: copied.size, methods: Object.keys(client) }))`,
  )
  const env = { BASE: `${world.service.url}`, KEY: org.key, PROPERTY: court.id }
  const { methods, ...seen } = JSON.parse(await project.run(process.execPath, ['calls.js'], env))
  assert.deepEqual(seen, { names: [court.name], title: 'Tap', error: 'not_found', copied: 2 })
  const missing = Object.keys(v1).filter(name => !methods.includes(name))
  assert.deepEqual(missing, [], 'operations without a method')
})

test('a CommonJS program imports it, a tool reads its package.json, and a resolver that knows no exports finds code and types', async () => {
  project.write(
    'common.cjs',
    `import('@gatehouse/client').then(({ createClient }) => {
  const client = createClient({ baseUrl: 'https://pm.example.com', apiKey: 'pm_live_1' })
  const { version } = require('@gatehouse/client/package.json')
  console.log(typeof client.listInvoices, version)
})`,
  )
  const manifest = JSON.parse(readFileSync(join(project.client, 'package.json'), 'utf8'))
  assert.equal(await project.run(process.execPath, ['common.cjs']), `function ${manifest.version}\n`)
  const { types, default: main } = manifest.exports['.']
  assert.deepEqual([manifest.types, manifest.main], [types, main])
})

test('the program in docs/sync.md makes a copy', async () => {
  const org = await world.organization()
  await store(org, { properties: [property(), property()] })
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/sync.md'), 'utf8')) ?? []
  project.write('copy.mjs', program)
  const printed = await project.run(process.execPath, ['copy.mjs'], { BASE: `${world.service.url}`, KEY: org.key })
  assert.equal(printed, '2 records\n')
})
