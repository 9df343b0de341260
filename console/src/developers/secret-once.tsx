/** A dialog that shows a signing secret, once. */
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../kit/button.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useOrganization } from '../session/me.ts'

export function SecretOnce({
  shown,
  onClose,
  withLink = true,
}: {
  shown: { webhookId: string; secret: string } | undefined
  onClose: () => void
  withLink?: boolean
}) {
  const { id } = useOrganization()
  return (
    <Dialog title="Signing secret" isOpen={shown !== undefined} onClose={onClose} sticky>
      {shown && (
        <div className="flex flex-col gap-4">
          <Hint tone="warn">Copy the secret now. It is stored nowhere and cannot be shown again.</Hint>
          <CodeBox label="Secret" text={shown.secret} copyLabel="Copy secret" />
          <p className="text-[13px] text-soft">
            Any Standard Webhooks library verifies a delivery with this secret and the headers{' '}
            <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
            <code className="font-mono">webhook-signature</code>.
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            {withLink && (
              <Link
                to="/$organization/developers/webhooks/$webhook"
                params={{ organization: id, webhook: shown.webhookId }}
                className={buttonClass()}
              >
                Show deliveries
              </Link>
            )}
            <Button look="primary" onClick={onClose}>
              I have copied it
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
