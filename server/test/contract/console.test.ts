/** What every operation of the console promises by its declaration alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConsoleOperation, ORGANIZATION_PATH } from '#contract/console/operation.ts'
import { consoleContract, mountedV1 } from '#contract/console.ts'
import type { Operation } from '#contract/operation.ts'
import { ROLES } from '#contract/roles.ts'
import { v1 } from '#contract/v1.ts'

const OWN = Object.entries<ConsoleOperation>(consoleContract)
const MOUNTED = Object.entries<ConsoleOperation>(mountedV1)

/** Reads for which the console has a different shape, with more about each record. */
const SHOWN_IN_FULL = [
  'listUnits',
  'getUnit',
  'listLeases',
  'getLease',
  'getLeaseLedger',
  'listLeads',
  'getLead',
  'listOwners',
  'getOwner',
  'listPortfolios',
  'getPortfolio',
  'listPayments',
]

test('the console has every operation of version 1, for a VIEWER to read and an ADMIN to write', () => {
  const all = new Map([...OWN, ...MOUNTED])
  for (const [name, { method, path, success, keysOnly }] of Object.entries<Operation>(v1)) {
    assert.equal(all.has(name), !keysOnly, name)
    if (keysOnly) continue
    const here = all.get(name) as ConsoleOperation
    const role = method === 'GET' ? 'VIEWER' : 'ADMIN'
    if (SHOWN_IN_FULL.includes(name)) {
      assert.deepEqual([here.method, here.role], [method, role], name)
      continue
    }
    assert.deepEqual([here.method, here.path, here.role], [method, `${ORGANIZATION_PATH}${path}`, role], name)
    assert.equal(here.success, success, name)
  }
})

test('an operation has a role if and only if it is inside an organization', () => {
  for (const [name, { path, role, parameters }] of [...OWN, ...MOUNTED]) {
    const isInside = (ROLES as readonly unknown[]).includes(role)
    assert.equal(path.startsWith(`${ORGANIZATION_PATH}/`), isInside, name)
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
    assert.deepEqual(Object.keys(parameters.path.properties), named, name)
  }
})

test('no two operations share a name or a method and path', () => {
  const all = [...OWN, ...MOUNTED]
  assert.equal(new Set(all.map(([name]) => name)).size, all.length)
  assert.equal(new Set(all.map(([, { method, path }]) => `${method} ${path}`)).size, all.length)
})

test('every operation outside an organization is listed here', () => {
  const open = OWN.filter(([, { role }]) => role === 'PUBLIC' || role === null).map(([name]) => name)
  const own = ['getMe', 'updateMe', 'listSessions', 'endSession', 'endOtherSessions']
  assert.deepEqual(open, [...own, 'lookUpInvitation', 'acceptInvitation'])
})
