/** The name of the current organization, and a menu of the others: a sandbox is listed below its live organization. */
import { useNavigate } from '@tanstack/react-router'
import { Badge } from '../kit/badge.tsx'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuChoices } from '../kit/overlay.tsx'
import { inWords } from '../kit/words.ts'
import { useMe, useOrganization } from '../session/me.ts'

export function OrganizationMenu() {
  const { organizations } = useMe()
  const current = useOrganization()
  const navigate = useNavigate()
  const open = (organization: string) => navigate({ to: '/$organization', params: { organization } })
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
        >
          <img src="/console/icon.svg" alt="" className="size-7 shrink-0 rounded-md" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold text-[13px] leading-4">{current.name}</span>
            <span className="block text-[12px] text-soft leading-4">
              {current.is_sandbox ? 'Sandbox' : 'Live'} · {inWords(current.role)}
            </span>
          </span>
          <Icon name="chevron" className="text-soft" />
        </button>
      }
    >
      <MenuChoices
        label="Organization"
        value={current.id}
        onChange={open}
        choices={organizations.map(({ organization_id, name, is_sandbox }) => ({
          value: organization_id,
          text: (
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 truncate">{name}</span>
              {is_sandbox && <Badge tone="warn">Sandbox</Badge>}
            </span>
          ),
        }))}
      />
    </Menu>
  )
}
