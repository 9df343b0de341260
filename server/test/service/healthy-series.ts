/** What Prometheus has of a healthy service, for the tests of the alert rules and of what a service exports. */

/** The values of each series, one per minute, in the notation of promtool. */
export type Series = Record<string, string>

export const replies = (status: number, route: string) =>
  `gatehouse_http_replies_total{instance="a",job="gatehouse",method="GET",route="${route}",status="${status}"}`
/** 100 calls per minute, of which `share` take 2.5 s at most and the others 10 ms. */
export const seconds = (route: string, slow: number): Series =>
  Object.fromEntries(
    [
      ['0.01', 100 - slow],
      ['2.5', 100],
      ['+Inf', 100],
    ].map(([le, perMinute]) => [
      `gatehouse_http_seconds_bucket{instance="a",job="gatehouse",le="${le}",method="GET",route="${route}"}`,
      `0+${perMinute}x60`,
    ]),
  )

export const PROPERTIES = '/api/v1/properties'
export const IMPORTS = '/console/api/organizations/{organization_id}/imports'
/** The series that the alert rules read, of a service that has no fault. */
export const HEALTHY: Series = {
  'up{instance="a",job="gatehouse"}': '1x60',
  // At night, an integration asks again and again for what is not supported.
  [replies(200, PROPERTIES)]: '0+10x60',
  [replies(404, PROPERTIES)]: '0+10x60',
  [replies(501, '/api/v1/messages')]: '0+10x60',
  ...seconds(PROPERTIES, 4),
  ...seconds(IMPORTS, 100),
  'gatehouse_turn_wait_seconds{instance="a",job="gatehouse"}': '2.4x60',
  // An organization makes more exports at a time than it may, and not all the time.
  'gatehouse_pool_wait_seconds{instance="a",job="gatehouse",pool="snapshots"}': '4 0x8 4 0x8 4 0x8 4 0x8 4 0x8 4 0x8',
  'gatehouse_queue_due{instance="a",job="gatehouse",queue="deliveries"}': '9000x60',
  'gatehouse_queue_oldest_seconds{instance="a",job="gatehouse",queue="deliveries"}': '299x60',
  'gatehouse_queue_oldest_seconds{instance="a",job="gatehouse",queue="messages"}': '299x60',
  'gatehouse_queue_oldest_seconds{instance="a",job="gatehouse",queue="invitations"}': '299x60',
  'gatehouse_delivery_attempts_total{instance="a",job="gatehouse",outcome="delivered"}': '0+51x60',
  'gatehouse_delivery_attempts_total{instance="a",job="gatehouse",outcome="timeout"}': '0+49x60',
  'gatehouse_message_attempts_total{channel="EMAIL",instance="a",job="gatehouse",outcome="sent"}': '0+51x60',
  'gatehouse_message_attempts_total{channel="EMAIL",instance="a",job="gatehouse",outcome="failed"}': '0+49x60',
  'gatehouse_change_feed_lag_seconds{cause="transaction",instance="a",job="gatehouse"}': '299x60',
  'gatehouse_change_feed_lag_seconds{cause="calendar",instance="a",job="gatehouse"}': '0x60',
  'gatehouse_quota_degraded{instance="a",job="gatehouse"}': '0x60',
  'gatehouse_audit_lines_lost_total{instance="a",job="gatehouse"}': '7x60',
  'gatehouse_memory_used_ratio{instance="a",job="gatehouse"}': '0.79x60',
  'nodejs_eventloop_lag_mean_seconds{instance="a",job="gatehouse"}': '0.04x60',
  'nodejs_eventloop_lag_max_seconds{instance="a",job="gatehouse"}': '0.9x60',
  'gatehouse_disk_free_bytes{instance="a",job="gatehouse",what="files"}': '2000000000x60',
  // The processes were replaced 10 minutes after each other.
  'gatehouse_build_info{instance="a",job="gatehouse",version="0.1.0"}': '1x15 stale',
  'gatehouse_build_info{instance="b",job="gatehouse",version="0.1.0"}': '1x25 stale',
  'gatehouse_build_info{instance="a",job="gatehouse",version="0.2.0"}': '_x15 1x45',
  'gatehouse_build_info{instance="b",job="gatehouse",version="0.2.0"}': '_x25 1x35',
}
