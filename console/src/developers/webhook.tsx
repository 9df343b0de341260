/** One subscription: what can be done with it, and its deliveries. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { eachItem } from '#client/pages.ts'
import type { Webhook } from '#client/v1.ts'
import { Status } from '../kit/badge.tsx'
import { Button, IconButton } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Icon } from '../kit/icons.tsx'
import { Empty, Failure, Hint, sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Menu, MenuItem } from '../kit/overlay.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { Time } from '../records/time.tsx'
import { useOrganization } from '../session/me.ts'
import { Deliveries } from './deliveries.tsx'
import { SecretOnce } from './secret-once.tsx'

/** The service has no call for one subscription; an organization has at most 100, and they fit a page. */
export function useWebhook(webhookId: string) {
  const { id, client } = useOrganization()
  return useQuery({
    queryKey: [id, 'webhooks', 'one', webhookId],
    queryFn: async ({ signal }) => {
      for await (const webhook of eachItem(page => client.listWebhooks(page, { signal }))) {
        if (webhook.id === webhookId) return webhook
      }
      return null
    },
    refetchInterval: 5_000,
  })
}

export function WebhookPage() {
  const { webhook: webhookId = '' } = useParams({ strict: false })
  const { id, may } = useOrganization()
  const { data, error, refetch } = useWebhook(webhookId)
  return (
    <Page
      title={data ? data.event : 'Webhook'}
      about={data && <span className="break-all">{data.target_url}</span>}
      back={
        <Link to="/$organization/developers/webhooks" params={{ organization: id }} className="hover:underline">
          Webhooks
        </Link>
      }
      actions={data && may('ADMIN') && <Actions webhook={data} />}
    >
      {error && !data && <Failure error={error} retry={refetch} />}
      {data === null && (
        <Card>
          <Empty title="There is no such subscription">It may have been deleted.</Empty>
        </Card>
      )}
      {data?.status === 'PAUSED' && <Paused webhook={data} />}
      {data !== null && !error && (
        <>
          <Card title="About it">{data ? <Details webhook={data} /> : <Shimmer className="h-16 w-full" />}</Card>
          <Deliveries webhookId={webhookId} isPaused={data?.status === 'PAUSED'} />
        </>
      )}
    </Page>
  )
}

function Details({ webhook }: { webhook: Webhook }) {
  return (
    <Facts>
      <Fact name="Status">
        <Status word={webhook.status} />
      </Fact>
      <Fact name="Secret">
        <code className="font-mono text-[12px]">{webhook.secret_hint}</code>
      </Fact>
      <Fact name="Last success">{webhook.last_success_at && <Time at={webhook.last_success_at} />}</Fact>
      <Fact name="Last failure">{webhook.last_failure_at && <Time at={webhook.last_failure_at} />}</Fact>
      <Fact name="Failures since the last success">{webhook.consecutive_failures}</Fact>
      <Fact name="Made">
        <Time at={webhook.created_at} />
      </Fact>
      <Fact name="Your words">{webhook.description}</Fact>
    </Facts>
  )
}

function useRefresh() {
  const { id } = useOrganization()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [id, 'webhooks'] }),
      queries.invalidateQueries({ queryKey: [id, 'deliveries'] }),
    ])
}

function Paused({ webhook }: { webhook: Webhook }) {
  const { client, may } = useOrganization()
  const refresh = useRefresh()
  async function enable() {
    try {
      await client.enableWebhook({ id: webhook.id })
      notify('It is active again. What was missed meanwhile is not sent by itself.')
      await refresh()
    } catch (error) {
      notify(sentenceOf(error))
    }
  }
  return (
    <Hint tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>Paused: nothing is sent.</strong> {webhook.paused_reason}
        </p>
        {may('ADMIN') && (
          <Button look="primary" onClick={enable}>
            Enable it
          </Button>
        )}
      </div>
    </Hint>
  )
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { id, client } = useOrganization()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'rotate' | 'pause' | 'delete'>()
  const [secret, setSecret] = useState<{ webhookId: string; secret: string }>()
  const close = () => setAsked(undefined)
  async function test() {
    try {
      await client.testWebhook({ id: webhook.id })
      notify('A test event is on its way.')
      await refresh()
    } catch (error) {
      notify(sentenceOf(error))
    }
  }
  return (
    <>
      <Button onClick={test} disabled={webhook.status === 'PAUSED'}>
        Send a test event
      </Button>
      <Menu
        label="More"
        trigger={
          <IconButton label="More" className="border border-line-strong bg-surface">
            <Icon name="more" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate the secret…</MenuItem>
        {webhook.status === 'ACTIVE' && <MenuItem onSelect={() => setAsked('pause')}>Pause…</MenuItem>}
        <MenuItem onSelect={() => setAsked('delete')} danger>
          Delete…
        </MenuItem>
      </Menu>
      <Confirm
        title="Rotate the secret?"
        action="Rotate"
        isOpen={asked === 'rotate'}
        onClose={close}
        run={async () => {
          const rotated = await client.rotateWebhookSecret({ id: webhook.id })
          setSecret({ webhookId: webhook.id, secret: rotated.secret })
          await refresh()
        }}
      >
        For 24 hours every attempt is signed by the new secret and by the old one, so that your receiver can change
        over.
      </Confirm>
      <Confirm
        title="Pause the subscription?"
        action="Pause"
        isOpen={asked === 'pause'}
        onClose={close}
        run={async () => {
          await client.pauseWebhook({ id: webhook.id })
          await refresh()
        }}
      >
        Nothing more is sent to {webhook.target_url}, and what waits is cancelled, until you enable it again.
      </Confirm>
      <Confirm
        title="Delete the subscription?"
        action="Delete"
        isOpen={asked === 'delete'}
        onClose={close}
        run={async () => {
          await client.deleteWebhook({ id: webhook.id })
          await navigate({ to: '/$organization/developers/webhooks', params: { organization: id } })
          await refresh()
        }}
      >
        What waits to be sent to {webhook.target_url} is cancelled.
      </Confirm>
      <SecretOnce shown={secret} onClose={() => setSecret(undefined)} withLink={false} />
    </>
  )
}
