/** What a member who may only read sees of the console. That the service refuses everything else, contract/console-coverage.test.ts shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepare, useOrganization, useWorld } from '../world.ts'
import { pagesInside } from './console-addresses.ts'
import { settled, useConsole } from './console-visit.ts'

const world = useWorld()
const console = useConsole(world)
const organization = useOrganization(world, { plan: 'ENTERPRISE' })
const inside = prepare(() => pagesInside(world, organization))

const ADDRESSES = [
  ...['/properties', '/properties/$property', '/units/$unit', '/leases/$lease', '/residents/$resident', '/owners'],
  ...['/portfolios', '/invoices', '/invoices/$invoice', '/payments', '/payments/$payment', '/messages', '/import'],
  ...['/work-orders', '/work-orders/$workOrder', '/members', '/developers/keys', '/developers/webhooks/$webhook'],
  ...['/developers/webhooks', '/developers/sandbox'],
]
const CHANGES =
  /new|create|record|generate|deposit|issue|void|edit|preview|import|write|send|invite|revoke|rotate|actions|steps|move|subscribe|enable|delete|change/i

test('a viewer sees no button that changes anything', () =>
  console.insider(organization, 'VIEWER', async ({ page, openPage }) => {
    for (const path of ADDRESSES.flatMap(address => inside[address] ?? [])) {
      await openPage(path)
      await settled(page)
      // The header of a column only sorts.
      const buttons = page.locator('main').getByRole('button', { name: CHANGES }).and(page.locator(':not(th *)'))
      assert.deepEqual(await buttons.allTextContents(), [], path)
    }
  }))
