/** A record's page as a document: what it prints to be handed to somebody, and the button that prints it. */
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { date } from '../kit/format.ts'
import { Icon } from '../kit/icons.tsx'
import { useOrganization } from '../session/me.ts'
import { Timeline } from './timeline.tsx'

/** Contents that are printed upright below the name of the organization, and the timeline of the record, which is not printed. */
export function Handout({ subject, children }: { subject: string; children: ReactNode }) {
  return (
    <>
      <div className="upright flex flex-col gap-4">
        <PrintedName />
        {children}
      </div>
      <div className="no-print">
        <Timeline subject={subject} />
      </div>
    </>
  )
}

/** The name of the organization, which stands below the title of what is printed. A list has no day in its title, so it is printed with today's. */
export function PrintedName({ isDated = false }: { isDated?: boolean }) {
  const { name, today } = useOrganization()
  return <p className="hidden print:block">{isDated ? `${name}, ${date(today)}` : name}</p>
}

export function PrintButton({
  text,
  isReady,
  look,
}: {
  text: string
  /** Whether the page has loaded what it prints. */
  isReady: boolean
  look?: 'primary'
}) {
  return (
    <Button {...(look && { look })} disabled={!isReady} onClick={() => window.print()}>
      <Icon name="print" /> {text}
    </Button>
  )
}
