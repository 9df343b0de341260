/** Whatever target a subscription is accepted with, its replies conform to the document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useOrganization, useWorld } from '../world.ts'
import { assertAnswers } from './promises.ts'

const world = useWorld({ resolveName: async () => ['127.0.0.1'] })
const org = useOrganization(world)

for (const target of [
  'https://example.com',
  'HTTPS://EXAMPLE.COM:8443/Hooks?a=b',
  'https://münchen.example/ü?ü',
  'https://example.com/{id}|a?b=[1]',
  'http://127.0.0.1:9/hooks',
  'http://[::1]:9/hooks',
]) {
  test(`a subscription to ${target} is returned, and listed, as it was given`, async () => {
    const body = JSON.stringify({ event: 'lead.created', target_url: target })
    const created = await world.call('/webhooks', { key: org.key, method: 'POST', body })
    assertAnswers(created, 'createWebhook')
    assert.equal(created.body.target_url, target)
    const listed = await world.call('/webhooks?limit=1', { key: org.key })
    assertAnswers(listed, 'listWebhooks')
    assert.equal(listed.body.data[0]?.target_url, target)
  })
}
