/** Counts the outcomes of deliveries and messages. Statements are left to traces, because watching each one costs more than it is worth. */
import { Counter, type Registry } from 'prom-client'
import { deliveryPoints, messagePoints, watch } from '#server/base/trace-points.ts'
import { isSuccess } from '#server/webhooks/outcomes.ts'
import type { Sent } from '#server/webhooks/send.ts'

/** Starts counting, and returns the function that ends it. */
export function countOutcomes(registry: Registry): () => void {
  const registers = [registry]
  const deliveries = new Counter({
    name: 'gatehouse_delivery_attempts_total',
    help: 'Attempts to deliver an event, by outcome: delivered, the status with which the receiver refused it, or the reason why it was not reached.',
    labelNames: ['outcome'],
    registers,
  })
  const messages = new Counter({
    name: 'gatehouse_message_attempts_total',
    help: 'Attempts to send a message, by channel and outcome: sent, postponed or failed.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const ends = [
    watch(deliveryPoints, {
      asyncEnd: ({ result, error }) => deliveries.inc({ outcome: error ? 'error' : outcomeOf(result as Sent) }),
    }),
    watch(messagePoints, {
      asyncEnd: ({ channel, result, error }) =>
        messages.inc({ channel, outcome: error ? 'error' : (result as { kind: string }).kind }),
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function outcomeOf(sent: Sent): string {
  if ('failure' in sent) return sent.failure
  return isSuccess(sent) ? 'delivered' : String(sent.status)
}
