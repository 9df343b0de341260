/** The first visit on a slow connection: what the first response shows by itself, and what it says if the code of the pages never arrives. */
import { test } from 'node:test'
import { useWorld } from '../world.ts'
import { useConsole, WIDE } from './console-visit.ts'

const CODE = '**/assets/index-*.js'

const world = useWorld()
const console = useConsole(world)

test('a page whose code is still on its way names the product and says that it is loading, and the first page takes its place', () =>
  console.guest(
    async ({ page, open }) => {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      await page.route(CODE, async route => {
        await arrived
        await route.continue()
      })
      const opened = open('/sign-in')
      const loading = page.getByRole('status').filter({ hasText: 'Gatehouse' })
      await loading.getByText('Loading…').waitFor()
      arrive()
      await opened
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await loading.waitFor({ state: 'detached' })
    },
    { ...WIDE, alone: true },
  ))

test('a page whose code cannot be loaded says so', () =>
  console.guest(
    async ({ page, open }) => {
      await page.route(CODE, route => route.fulfill({ status: 503 }))
      await open('/sign-in')
      await page.getByRole('status').getByText('The console could not be loaded. Reload the page.').waitFor()
    },
    { ...WIDE, alone: true },
  ))
