/** The page that signing in leads to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageToReturnTo } from '../../../console/src/session/sign-in.ts'

const HERE = 'https://gatehouse.example.com'

test('signing in leads to the requested page of the console', () => {
  assert.equal(pageToReturnTo(undefined, HERE), '/console/')
  assert.equal(pageToReturnTo('/console/org_1/invoices?status=OVERDUE', HERE), '/console/org_1/invoices?status=OVERDUE')
  assert.equal(pageToReturnTo(`${HERE}/console/account`, HERE), '/console/account')
})

for (const wanted of [
  'https://evil.example/',
  'https://evil.example/console/',
  '//evil.example/console/',
  '/\\evil.example/console/',
  'javascript:alert(1)',
  'http://[',
  '/docs',
  '/console/../docs',
  '/console/api/me',
]) {
  test(`signing in never leads to ${wanted}`, () => assert.equal(pageToReturnTo(wanted, HERE), '/console/'))
}
