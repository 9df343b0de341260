/** The sandbox: a separate organization with sample records for testing. */
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { choices, type IssuedKey } from '#client/console.ts'
import { Button, buttonClass } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'
import { Form } from '../kit/form.tsx'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { notify, useRunAction } from '../kit/notify.tsx'
import { Card, Page, Shimmer } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { plansOf } from '../organization/plan.tsx'
import { clientOf } from '../session/clients.ts'
import { meQuery, useMe, useOrganization } from '../session/me.ts'
import { useRefetch } from '../session/use-changed.ts'
import { usePlan } from '../session/use-plan.ts'
import { KEY_MAY_EXIST, NewKeyDialog } from './new-key-dialog.tsx'

export function SandboxPage() {
  const { organizations } = useMe()
  const current = useOrganization()
  const liveId = current.live_organization_id ?? current.id
  const sandbox = organizations.find(({ live_organization_id }) => live_organization_id === liveId)
  const plan = usePlan()
  const tier = plan.data?.tiers.find(({ is_current }) => is_current)
  const partner = plan.data?.tiers.find(({ sandbox: has }) => has)
  return (
    <Page
      title="Sandbox"
      about="The same API with sample records. Its keys begin with pm_test_, and its messages are captured, never sent."
    >
      <Card>
        {plan.error && !plan.data ? (
          <Failure error={plan.error} retry={plan.refetch} />
        ) : !plan.data ? (
          <Shimmer className="h-24 w-full" />
        ) : sandbox ? (
          <Existing sandboxId={sandbox.organization_id} name={sandbox.name} liveId={liveId} />
        ) : tier?.sandbox ? (
          <Create />
        ) : (
          <Empty title="Your plan has no sandbox">
            A sandbox is part of the {partner?.title}: {plansOf(partner?.plans ?? '')}.
          </Empty>
        )}
      </Card>
    </Page>
  )
}

function Create() {
  const { client, may } = useOrganization()
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (!may('ADMIN')) return <Empty title="No sandbox yet">An administrator can create one.</Empty>
  return (
    <Form
      submit="Create sandbox"
      send={async () => {
        const { organization_id } = await client.createSandbox()
        await queries.refetchQueries({ queryKey: meQuery.queryKey })
        notify('Sandbox created')
        return organization_id
      }}
      onSent={organization => navigate({ to: '/$organization/developers/sandbox', params: { organization } })}
    >
      <p className="max-w-prose text-soft">
        The sandbox gets a small portfolio with three months of charges and payments, and the same members. Creating it
        takes a few seconds. Then you can create a key for it.
      </p>
    </Form>
  )
}

function Existing({ sandboxId, name, liveId }: { sandboxId: string; name: string; liveId: string }) {
  const { id, may } = useOrganization()
  const queries = useQueryClient()
  const refetchSandbox = useRefetch(sandboxId)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [issued, setIssued] = useState<IssuedKey>()
  const other = id === sandboxId ? liveId : sandboxId
  const runAction = useRunAction()
  const createKey = () =>
    runAction(async () => {
      const creating = clientOf(sandboxId).createKey({ name: 'Sandbox', scopes: [...choices.createKey.scopes] })
      setIssued(await withAdvice(creating, KEY_MAY_EXIST))
      await refetchSandbox()
    })
  return (
    <div className="flex flex-col gap-4">
      <p>
        {id === sandboxId ? 'You are in the sandbox.' : `Your sandbox is ${name}.`} You can also switch in the menu at
        the top of the sidebar.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/$organization" params={{ organization: other }} className={buttonClass('primary')}>
          {id === sandboxId ? 'Go to the live organization' : 'Go to the sandbox'}
        </Link>
        {may('ADMIN') && <Button onClick={createKey}>Create sandbox key</Button>}
        {may('ADMIN') && <Button onClick={() => setAsking(true)}>Reset sandbox…</Button>}
      </div>
      <Confirm
        title="Reset the sandbox?"
        action="Reset sandbox"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        run={async () => {
          const { organization_id } = await clientOf(liveId).resetSandbox()
          const isInside = location.pathname.startsWith(`/console/${sandboxId}`)
          const open = (organization: string) =>
            isInside ? navigate({ to: '/$organization', params: { organization } }) : undefined
          // Leaves the old sandbox first, because it has no members once it is replaced.
          await open(liveId)
          await queries.refetchQueries({ queryKey: meQuery.queryKey })
          await open(organization_id)
          notify('Sandbox reset')
        }}
      >
        A new sandbox replaces it. The records and webhooks of the old one are deleted, and its keys are revoked.
      </Confirm>
      <NewKeyDialog issued={issued} organization={sandboxId} onClose={() => setIssued(undefined)} />
      {id === sandboxId && <Hint>Keys and webhooks created here work with the sandbox only.</Hint>}
    </div>
  )
}
