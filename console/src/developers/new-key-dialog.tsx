/** A dialog that shows a new API key, once, and a curl line that calls the API with it. */
import { Link } from '@tanstack/react-router'
import type { IssuedKey } from '#client/console.ts'
import { Button, buttonClass } from '../kit/button.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'

/** What to do if no reply arrives: the text of a key is in the reply only, so sending the form again would create a second key. */
export const KEY_MAY_EXIST =
  'The key may have been created anyway, but its text cannot be shown again. Look at the list of keys, and revoke the new one before you create another.'

export function NewKeyDialog({
  issued,
  onClose,
  organization,
}: {
  issued: IssuedKey | undefined
  onClose: () => void
  /** The ID of the key's organization, if it is not that of the page. */
  organization?: string
}) {
  const { id } = useOrganization()
  return (
    <Dialog title="Your new key" isOpen={issued !== undefined} onClose={onClose} wide sticky>
      {issued && (
        <div className="flex flex-col gap-4">
          <Hint tone="warn">Copy the key now. It is not stored anywhere and cannot be shown again.</Hint>
          <CodeBox label="API key" text={issued.api_key} copyLabel="Copy key" />
          <CodeBox label="Try it" text={curlLine(issued)} copyLabel="Copy line" />
          <div className="flex flex-wrap justify-end gap-2">
            <Link
              to="/$organization/developers/traffic"
              params={{ organization: organization ?? id }}
              search={{ key_id: issued.key_id }}
              className={buttonClass()}
            >
              Show its calls
            </Link>
            <Button look="primary" onClick={onClose}>
              I have copied it
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** A call that this key may make. Listings need no scope. */
function curlLine({ api_key, scopes }: IssuedKey): string {
  const path = scopes.includes('properties:read') ? '/properties?limit=2' : '/listings?limit=2'
  return `curl -H "X-Api-Key: ${api_key}" "${location.origin}/api/v1${path}"`
}
