/**
 * Points in the code that metrics and traces watch. They cost nothing while nobody watches, and the code at these points knows neither metrics nor
 * traces.
 */
import { type TracingChannel, type TracingChannelSubscribers, tracingChannel } from 'node:diagnostics_channel'

/** A statement, by its name; its values are never passed on. */
export const statementPoints = tracingChannel<
  unknown,
  { name: string; text: string; result?: unknown; error?: unknown }
>('gatehouse:statement')

/** An attempt to deliver an event; `result` is its outcome. */
export const deliveryPoints = tracingChannel<
  unknown,
  { subscriptionId: string; attempt: number; result?: unknown; error?: unknown }
>('gatehouse:delivery')

/** An attempt to send a message or an invitation through a channel; `result` is its outcome. */
export const messagePoints = tracingChannel<unknown, { channel: string; result?: unknown; error?: unknown }>(
  'gatehouse:message',
)

/** Runs `work` and notifies watchers when it begins and how it ends. */
export function watched<T, Point extends object>(
  points: TracingChannel<unknown, Point>,
  point: () => NoInfer<Point>,
  work: () => Promise<T>,
): Promise<T> {
  return points.hasSubscribers ? points.tracePromise(work, point()) : work()
}

/** Calls the watchers for everything that passes these points. Returns the function that ends this. */
export function watch<Point extends object>(
  points: TracingChannel<unknown, Point>,
  watchers: Partial<TracingChannelSubscribers<Point>>,
): () => void {
  // Node accepts watchers for only some of the events; its types require one for each.
  const subscribers = watchers as TracingChannelSubscribers<Point>
  points.subscribe(subscribers)
  return () => void points.unsubscribe(subscribers)
}
