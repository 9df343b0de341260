/** The frame around every page of an organization: navigation, organization menu and account menu. */
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconButton } from '../kit/button.tsx'
import { Today } from '../kit/day-input.tsx'
import { Icon } from '../kit/icons.tsx'
import { Notifications } from '../kit/notify.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { useAskBeforeLeaving } from '../kit/unsaved.ts'
import { focusTitle } from '../kit/use-focus-return.ts'
import { rememberOrganization, useMe } from '../session/me.ts'
import { useOtherTabs } from '../session/other-tabs.ts'
import { useToday } from '../session/use-today.ts'
import { Finder, FindField, FindIcon, useFind } from './find-button.tsx'
import { keepFocus } from './kept-focus.ts'
import { Navigation } from './navigation.tsx'
import { OrganizationMenu } from './organization-menu.tsx'
import { rememberRecord } from './recent.ts'
import { NotMember } from './states.tsx'
import { useNoStrayDrop } from './use-no-stray-drop.ts'
import { usePrefetch } from './use-prefetch.ts'
import { UserMenu } from './user-menu.tsx'

/** In a window that is too narrow for it and a table, the sidebar shows its icons, and opens over the page while the pointer or the keyboard is in it. */
const SIDEBAR = `no-print group/rail sticky top-0 z-30 hidden h-dvh flex-col gap-2 border-r bg-surface px-3 py-3 lg:flex
  [&_:is(a,button)]:overflow-hidden [&_:is(a,button)]:whitespace-nowrap
  rail:w-16 motion-safe:rail:transition-[width] motion-safe:rail:delay-150 rail:has-[:focus-visible]:w-[236px] rail:hover:w-[236px] rail:has-[[data-state=open]]:w-[236px]`

export function Shell() {
  const { organization: id } = useParams({ strict: false })
  const organization = useMe().organizations.find(({ organization_id }) => organization_id === id)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { pathname } = useLocation()
  const router = useRouter()
  const find = useFind()
  usePrefetch(organization?.organization_id)
  useOtherTabs(organization?.organization_id)
  const today = useToday(organization)
  useAskBeforeLeaving()
  useNoStrayDrop()

  useEffect(() => {
    if (organization) rememberOrganization(organization.organization_id)
  }, [organization])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes
  useEffect(() => {
    setMenuOpen(false)
    if (id) rememberRecord(id, pathname)
  }, [pathname])

  // The title of a new page gets the focus once it is there: the path changes while the page before is still shown. A change of the search alone
  // leaves the focus in its field.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => fromLocation && pathChanged && focusTitle()),
    [router],
  )

  if (!organization) return <NotMember />
  return (
    <div className="min-h-dvh rail:grid-cols-[64px_minmax(0,1fr)] lg:grid lg:grid-cols-[236px_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <aside className={SIDEBAR}>
        <OrganizationMenu />
        <FindField onOpen={find.open} />
        <Navigation />
        <UserMenu />
      </aside>
      <header className="no-print sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-surface px-3 lg:hidden">
        <IconButton label="Open menu" onClick={() => setMenuOpen(true)}>
          <Icon name="menu" />
        </IconButton>
        <div className="min-w-0 flex-1">
          <OrganizationMenu />
        </div>
        <FindIcon onOpen={find.open} />
      </header>
      <Dialog title="Menu" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <Navigation />
        <UserMenu />
      </Dialog>
      <main ref={keepFocus} id="main" className="min-w-0 pb-12 print:pb-0">
        {organization.is_sandbox && (
          <p className="no-print border-b bg-warn-soft px-4 py-1.5 text-center text-[13px]">
            This is a sandbox. Its records are samples, and its messages are captured, never sent.
          </p>
        )}
        <Today value={today}>
          <Outlet />
        </Today>
      </main>
      <Finder find={find} />
      <Notifications />
    </div>
  )
}
