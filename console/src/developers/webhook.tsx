/** One subscription: its details, its steps and its deliveries. */
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Webhook } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Icon } from '../kit/icons.tsx'
import { Hint } from '../kit/notice.tsx'
import { notify, useAction, useRunAction } from '../kit/notify.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { Card, Facts } from '../kit/page.tsx'
import { DetailPage } from '../records/detail-page.tsx'
import { DialogButton } from '../records/dialog-button.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged, useRefetch } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import { Deliveries } from './deliveries.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { type NewSecret, NewSecretDialog } from './new-secret-dialog.tsx'
import { LatestRecovery, RecoverDialog } from './recover.tsx'
import { ReferenceLink } from './reference.tsx'

/** How often the counts of the subscription are read again. */
const POLL_MS = 5_000

export function WebhookPage() {
  const { webhook: webhookId = '' } = useParams({ strict: false })
  const query = useRead(['webhooks', 'one', webhookId], (client, call) => client.getWebhook({ id: webhookId }, call), {
    refetchInterval: POLL_MS,
  })
  const isPaused = query.data?.status === 'PAUSED'
  return (
    <DetailPage
      query={query}
      noun="Webhook"
      title={webhook => webhook.event}
      about={webhook => <span className="break-all">{webhook.target_url}</span>}
      list={{ to: '/$organization/developers/webhooks', text: 'Webhooks' }}
      steps={webhook => <Actions key={webhookId} webhook={webhook} />}
      below={
        <>
          <LatestRecovery {...{ webhookId, isPaused }} />
          <Deliveries {...{ webhookId, isPaused }} />
        </>
      }
    >
      {webhook => (
        <>
          {webhook.status === 'PAUSED' && <Paused webhook={webhook} />}
          <Card title="Details">
            <Details webhook={webhook} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      of={{
        Status: <Status word={webhook.status} />,
        Payload: (
          <ReferenceLink to={`/docs#tag/events/webhook/POST/${webhook.event}`} text={`Example of ${webhook.event}`} />
        ),
        Secret: <code className="font-mono text-[12px]">{webhook.secret_hint}</code>,
        'Last success': webhook.last_success_at && <Time at={webhook.last_success_at} />,
        'Last failure': webhook.last_failure_at && <Time at={webhook.last_failure_at} />,
        'Failures since last success': webhook.consecutive_failures,
        Created: <Time at={webhook.created_at} />,
        Description: webhook.description,
      }}
    />
  )
}

function Paused({ webhook }: { webhook: Webhook }) {
  const { client, may } = useOrganization()
  const changed = useChanged()
  const runAction = useRunAction()
  const [isRecovering, setRecovering] = useState(false)
  const enable = () =>
    runAction(async () => {
      await client.enableWebhook({ id: webhook.id })
      await changed('Subscription enabled. Use “Recover missed events” to send what it missed')
    })
  return (
    <Hint tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>Paused: no events are sent.</strong> {webhook.paused_reason}
        </p>
        {may('ADMIN') && (
          <span className="flex flex-wrap gap-2">
            <Button onClick={enable}>Enable subscription</Button>
            <Button look="primary" onClick={() => setRecovering(true)}>
              Enable and recover missed events…
            </Button>
          </span>
        )}
      </div>
      {isRecovering && <RecoverDialog webhook={webhook} onClose={() => setRecovering(false)} />}
    </Hint>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, client, keyed } = useOrganization()
  const refetch = useRefetch()
  const changed = useChanged()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'recover' | 'rotate' | 'pause' | 'delete'>()
  const [secret, setSecret] = useState<NewSecret[]>()
  const close = () => setAsked(undefined)
  const { isRunning, runAction } = useAction()
  const test = () =>
    runAction(async () => {
      await client.testWebhook({ id: webhook.id })
      await changed('Test event queued')
    })
  return (
    <>
      <DialogButton text="Edit subscription" dialog={close => <EditWebhook webhook={webhook} onClose={close} />} />
      <Button onClick={test} disabled={webhook.status === 'PAUSED' || isRunning}>
        Send test event
      </Button>
      <Menu
        trigger={
          <IconButton label="More actions" className="border border-line-strong bg-surface">
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsked('recover')}>Recover missed events…</MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate secret…</MenuItem>
        {webhook.status === 'ACTIVE' && <MenuItem onSelect={() => setAsked('pause')}>Pause subscription…</MenuItem>}
        <MenuItem onSelect={() => setAsked('delete')} danger>
          Delete subscription…
        </MenuItem>
      </Menu>
      {asked === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      <Confirm
        title="Rotate the signing secret?"
        action="Rotate secret"
        isOpen={asked === 'rotate'}
        onClose={close}
        run={async key => {
          const rotated = await keyed(key).rotateWebhookSecret({ id: webhook.id })
          setSecret([{ webhookId: webhook.id, event: webhook.event, secret: rotated.secret }])
          await refetch()
        }}
      >
        For 24 hours every attempt is signed with both the new and the old secret, so that your receiver can switch. A
        secret from before the old one no longer signs.
      </Confirm>
      <Confirm
        title="Pause this subscription?"
        action="Pause subscription"
        isOpen={asked === 'pause'}
        onClose={close}
        run={async () => {
          await client.pauseWebhook({ id: webhook.id })
          await changed('Subscription paused')
        }}
      >
        Pending deliveries to {webhook.target_url} are canceled, and no events are sent until you enable the
        subscription.
      </Confirm>
      <Confirm
        title="Delete this subscription?"
        action="Delete subscription"
        isOpen={asked === 'delete'}
        onClose={close}
        run={async () => {
          await client.deleteWebhook({ id: webhook.id })
          notify('Subscription deleted')
        }}
        onDone={async () => {
          await navigate({ to: '/$organization/developers/webhooks', params: { organization: id } })
          await refetch()
        }}
      >
        Pending deliveries to {webhook.target_url} are canceled. This cannot be undone.
      </Confirm>
      <NewSecretDialog shown={secret} onClose={() => setSecret(undefined)} withLink={false} />
    </>
  )
}
