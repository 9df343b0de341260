/** A dialog that shows signing secrets, once. */
import { Button, buttonClass } from '../kit/button.tsx'
import { CodeBox } from '../kit/copy.tsx'
import { Hint } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { PageLink } from '../records/page-link.tsx'

export type NewSecret = { webhookId: string; event: string; secret: string }

export function NewSecretDialog({
  shown,
  onClose,
  withLink = true,
}: {
  shown: readonly NewSecret[] | undefined
  onClose: () => void
  withLink?: boolean
}) {
  return (
    <Dialog title="Signing secret" isOpen={shown !== undefined} onClose={onClose} sticky>
      {shown?.[0] && (
        <div className="flex flex-col gap-4">
          <Hint tone="warn">Copy the secret now. It is not stored anywhere and cannot be shown again.</Hint>
          {shown.map(({ webhookId, event, secret }) => (
            <CodeBox
              key={webhookId}
              label={shown.length > 1 ? `Secret for ${event}` : 'Secret'}
              text={secret}
              copyLabel={shown.length > 1 ? `Copy secret for ${event}` : 'Copy secret'}
            />
          ))}
          <p className="text-[13px] text-soft">
            Any Standard Webhooks library verifies a delivery with this secret and the headers{' '}
            <code className="font-mono">webhook-id</code>, <code className="font-mono">webhook-timestamp</code> and{' '}
            <code className="font-mono">webhook-signature</code>.{' '}
            <a href="/docs#tag/webhooks" target="_blank" rel="noreferrer" className="text-accent underline">
              How to verify, in the API reference
            </a>
          </p>
          <div className="flex flex-wrap justify-end gap-2">
            {withLink && shown.length === 1 && (
              <PageLink
                to="/$organization/developers/webhooks/$webhook"
                params={{ webhook: shown[0].webhookId }}
                className={buttonClass()}
              >
                Show deliveries
              </PageLink>
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
