/** The console's operations on webhook subscriptions beyond those of version 1. */
import { Webhook } from '../v1/webhooks.ts'
import { idInput, noParameters, parameters } from '../values.ts'
import { organizationOperation } from './operation.ts'

export const pauseWebhook = organizationOperation({
  tag: 'Webhooks',
  idempotent: false,
  method: 'POST',
  path: '/webhooks/{id}/pause',
  summary: 'Pause a subscription',
  description:
    'Pauses a subscription: its pending deliveries are canceled, and nothing is sent until it is enabled again. Pausing a paused subscription changes nothing.',
  role: 'ADMIN',
  parameters: {
    path: parameters({ id: idInput({ description: 'The subscription.', example: 'wh_01kh3zr6t19m5d3f7h8k2q6w0b' }) }),
    query: noParameters,
  },
  success: { status: 200, description: 'The subscription.', schema: Webhook },
  errors: ['not_found'],
})
