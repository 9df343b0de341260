/**
 * Checks at start whether the root keys are those with which the stored secrets were made; otherwise the first delivery would find out, perhaps
 * days later. Checks a few subscriptions of each root key that is in use, the oldest and the newest.
 */
import { asError } from '#server/base/as-error.ts'
import type { ReadPool } from '#server/db/read-pool.ts'
import { statement } from '#server/db/statement.ts'
import { deriveChecked } from '#server/domain/webhooks/secret.ts'
import type { RootKeys } from '#server/platform/root-keys.ts'
import { listTargets, type Target } from './queries.ts'

/** How many subscriptions are checked from each end. */
const SAMPLE = 5

type InUse = { rootKeyId: string; organizationId: string; subscriptionId: string }

/** Some subscriptions of each root key that signs at `$1`, `$2` from each end; runs as gatehouse_platform. Skips along the index from key to key. */
export const listRootKeysInUse = statement<InUse>(
  'list_root_keys_in_use',
  `with recursive in_use as (
     select min(s.root_key_id) as id, 1 as place from webhook_subscriptions s where s.deleted_at is null
     union all
     select (select min(s.root_key_id) from webhook_subscriptions s where s.deleted_at is null and s.root_key_id > k.id), k.place + 1
       from in_use k
      where k.id is not null and k.place < 1000
   )
   select k.id as "rootKeyId", sample.organization_id as "organizationId", sample.id as "subscriptionId"
     from in_use k
     cross join lateral (
       (select s.organization_id, s.id from webhook_subscriptions s
         where s.root_key_id = k.id and s.deleted_at is null order by s.organization_id, s.id limit $2::int)
       union
       (select s.organization_id, s.id from webhook_subscriptions s
         where s.root_key_id = k.id and s.deleted_at is null order by s.organization_id desc, s.id desc limit $2::int)
     ) sample
   union all
   select overlapping.previous_root_key_id, overlapping.organization_id, overlapping.id
     from (
       select s.previous_root_key_id, s.organization_id, s.id,
              row_number() over (partition by s.previous_root_key_id order by s.previous_until desc, s.id) as place
         from webhook_subscriptions s
        where s.previous_until > $1 and s.deleted_at is null and s.previous_until is not null
     ) overlapping
    where overlapping.place <= $2::int`,
)

type RootKeyCheck = { platformReads: ReadPool; reads: ReadPool; rootKeys: RootKeys; nowMs: number }

/** Returns one sentence for each root key that is missing or wrong, with what to do about it, and how many secrets were compared. */
export async function compareRootKeys({
  platformReads,
  reads,
  rootKeys,
  nowMs,
}: RootKeyCheck): Promise<{ wrong: string[]; compared: number }> {
  const inUse = await platformReads.query(null, listRootKeysInUse, [new Date(nowMs), SAMPLE])
  const wrong = new Map<string, string>()
  for (const { rootKeyId, organizationId, subscriptionId } of inUse) {
    if (wrong.has(rootKeyId)) continue
    if (!rootKeys.ids.includes(rootKeyId)) {
      wrong.set(
        rootKeyId,
        `GATEHOUSE_ROOT_KEY lacks ${rootKeyId}, from which the secret of ${subscriptionId} is derived. Add it after the current one.`,
      )
      continue
    }
    const [target] = await reads.query(organizationId, listTargets, [organizationId, [subscriptionId]])
    const reason = target && whyNot(rootKeys, rootKeyId, organizationId, target)
    if (reason !== undefined) wrong.set(rootKeyId, reason)
  }
  return { wrong: [...wrong.values()], compared: inUse.length }
}

/** Returns why a secret of the target that was derived from the key cannot be derived again, or undefined if it can. */
function whyNot(rootKeys: RootKeys, rootKeyId: string, organizationId: string, target: Target): string | undefined {
  const place = { organizationId, subscriptionId: target.id, rootKeyId }
  const { previousEpoch, previousSecretSha256 } = target
  try {
    if (target.rootKeyId === rootKeyId) deriveChecked(rootKeys, { ...place, epoch: target.epoch }, target.secretSha256)
    else if (target.previousRootKeyId === rootKeyId && previousEpoch !== null && previousSecretSha256 !== null) {
      deriveChecked(rootKeys, { ...place, epoch: previousEpoch }, previousSecretSha256)
    }
    return undefined
  } catch (error) {
    return asError(error).message
  }
}
