/** How long a page of the console waits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitBriefly } from '../../../console/src/kit/waits.ts'

test('a form waits for what is read again, but closes after ten seconds if that takes longer', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  assert.equal(await waitBriefly(Promise.resolve('read')), 'read')
  const states: string[] = []
  const waiting = waitBriefly(new Promise(() => {})).then(() => states.push('closed'))
  t.mock.timers.tick(9_999)
  await Promise.resolve()
  assert.deepEqual(states, [])
  t.mock.timers.tick(1)
  await waiting
  assert.deepEqual(states, ['closed'])
})
