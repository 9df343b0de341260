/** The secrets of replayed replies, which are stored without them: each is derived again. */
import type { Context } from '#server/platform/context.ts'
import { findFirstRootKey } from './queries.ts'
import { deriveChecked, deriveSecret } from './secret.ts'

type SecretContext = Pick<Context, 'db' | 'external'>
type StoredReply = Record<string, unknown>

/** The secret that the creation of a subscription returned, for the replay of that reply. */
export const firstSecretOf = (context: SecretContext, { id }: StoredReply): Promise<string> =>
  earlierSecretOf(context, String(id))

/** The secret that a rotation returned. The stored reply has the place of the secret instead of the secret. */
export async function rotatedSecretOf(context: SecretContext, { id, secret }: StoredReply): Promise<string> {
  const [, epoch, rootKeyId] = /^(\d+)\/(.+)$/.exec(String(secret)) ?? []
  if (rootKeyId === undefined) throw new Error(`The stored reply about ${id} does not say which secret it returned`)
  return earlierSecretOf(context, String(id), { rootKeyId, epoch: Number(epoch) })
}

/** The secret a subscription has or had, by default its first one. */
async function earlierSecretOf(
  { db, external }: SecretContext,
  subscriptionId: string,
  at?: { rootKeyId: string; epoch: number },
): Promise<string> {
  const [found] = await db.query(findFirstRootKey, [db.organizationId, subscriptionId])
  if (!found) throw new Error(`The reply about ${subscriptionId} is stored, but not the subscription`)
  const { rootKeyId, epoch } = at ?? { rootKeyId: found.first_root_key_id, epoch: 1 }
  const place = { organizationId: db.organizationId, subscriptionId, rootKeyId }
  // The hash of an earlier secret is gone after a rotation, but that of the present one also shows whether the root key is right.
  if (found.root_key_id === rootKeyId) {
    deriveChecked(external.rootKeys, { ...place, epoch: found.epoch }, found.secret_sha256)
  }
  return deriveSecret(external.rootKeys, { ...place, epoch })
}
