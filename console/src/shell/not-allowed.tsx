/** What stands in the place of a page that does something, for those whose role may only look. */
import type { ReactNode } from 'react'
import { buttonClass } from '../kit/button.tsx'
import { Empty } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { inWords } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'

export function NotAllowed({
  title,
  back,
}: {
  title: string
  /** The way back: a link of the given look. */
  back: (className: string) => ReactNode
}) {
  const { name, role } = useOrganization()
  return (
    <Page title={title} back={back('hover:underline')}>
      <Card>
        <Empty title="Your role may not do this" action={back(buttonClass('primary'))}>
          You are {inWords(role).toLowerCase()} of {name}. An administrator may do it, or an owner give you that role.
        </Empty>
      </Card>
    </Page>
  )
}
