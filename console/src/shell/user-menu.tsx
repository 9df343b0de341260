/** The menu of the signed-in member: account, theme and sign-out. */
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuChoices, MenuItem, MenuRule } from '../kit/overlay.tsx'
import { useMe } from '../session/me.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { useTheme } from './theme.ts'

export function UserMenu() {
  const { user } = useMe()
  const [theme, setTheme] = useTheme()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <div className="border-t pt-2">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover"
          >
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-[12px] text-accent uppercase"
            >
              {user.name.slice(0, 1)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-[13px] leading-4">{user.name}</span>
              <span className="block truncate text-[12px] text-soft leading-4">{user.email}</span>
            </span>
            <Icon name="chevron" className="text-soft" />
          </button>
        }
      >
        <MenuItem onSelect={() => navigate({ to: '/account' })}>
          <Icon name="members" /> Your account
        </MenuItem>
        <MenuRule />
        <MenuChoices
          label="Theme"
          value={theme}
          onChange={setTheme}
          choices={[
            { value: 'system', text: 'System' },
            { value: 'light', text: 'Light' },
            { value: 'dark', text: 'Dark' },
          ]}
        />
        <MenuRule />
        <MenuItem onSelect={signOut}>
          <Icon name="leave" /> Sign out
        </MenuItem>
      </Menu>
    </div>
  )
}
