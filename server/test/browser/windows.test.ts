/** A visit of the browser tests that takes the window of an earlier one finds nothing that it has left. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { useOrganization, useWorld } from '../world.ts'
import { useConsole, WIDE } from './console-visit.ts'
import { listenTo } from './windows.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world)

test('a visit takes the window of an earlier one without its session, storage, theme, size, routes and pages', async () => {
  let earlier: Page | undefined
  await console.insider(organization, 'OWNER', async ({ page, open }) => {
    earlier = page
    await open('/account')
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    await page.evaluate(`localStorage.setItem('gatehouse.theme', 'dark'), sessionStorage.setItem('a', 'b')`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 380, height: 800 })
    // Not every address: the page may still be reading, and would report what it cannot read.
    await page.route('**/console/account', route => route.abort())
    await page.context().newPage()
  })
  await console.guest(async ({ page, open, replies }) => {
    assert.equal(page, earlier)
    assert.deepEqual(replies, [])
    assert.equal(page.context().pages().length, 1)
    await open('/account')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, innerWidth]'), [0, 0, 1600])
    assert.equal(await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`), false)
    assert.equal(await page.evaluate(`matchMedia('(prefers-reduced-motion: reduce)').matches`), true)
  })
})

test('a reply to a call of an earlier visit, which may arrive late, is not one of the visit that has the window', () => {
  const context = new EventEmitter()
  const { replies } = listenTo(context as unknown as BrowserContext, 'http://127.0.0.1')
  const callOf = (path: string) => ({ url: () => `http://127.0.0.1${path}`, method: () => 'GET' })
  const reply = (call: ReturnType<typeof callOf>) =>
    context.emit('response', { url: call.url, status: () => 200, request: () => call })
  const own = callOf('/readyz')
  context.emit('request', own)
  reply(callOf('/healthz'))
  reply(own)
  assert.deepEqual(replies, ['GET 200 /readyz'])
})

test('a visit of its own takes a new window, which no other visit takes afterward', async () => {
  const taken: Page[] = []
  const look = async ({ page }: { page: Page }) => void taken.push(page)
  await console.guest(look)
  for (const alone of [true, true, false]) await console.guest(look, alone ? { ...WIDE, alone } : WIDE)
  assert.equal(new Set(taken).size, 3)
  assert.equal(taken[3], taken[0])
  assert.deepEqual(
    taken.map(page => page.isClosed()),
    [false, true, true, false],
  )
})
