/** Replaces a page that changes something, for members whose role allows viewing only. */
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
  /** A link back, with the given class. */
  back: (className: string) => ReactNode
}) {
  const { name, role } = useOrganization()
  return (
    <Page title={title} back={back('hover:underline')}>
      <Card>
        <Empty title="Your role does not allow this" action={back(buttonClass('primary'))}>
          Your role in {name} is {inWords(role).toLowerCase()}. Ask an administrator to do this, or an owner to change
          your role.
        </Empty>
      </Card>
    </Page>
  )
}
