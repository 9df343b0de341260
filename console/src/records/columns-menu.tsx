/** The columns of a list that a member hides, remembered in this browser for each member. The first column stays. */
import { useMemo, useState } from 'react'
import { MenuButton } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Menu, MenuChecks } from '../kit/overlay.tsx'
import { useMe } from '../session/me.ts'
import { recall, remember } from '../session/remembered.ts'

type HiddenColumns<Row> = {
  shown: Column<Row>[]
  names: string[]
  hidden: readonly string[]
  change: (name: string, isShown: boolean) => void
}

/** `page` is the list as the browser remembers it; without one every column is shown. */
export function useHiddenColumns<Row>(page: string | undefined, columns: Column<Row>[]): HiddenColumns<Row> {
  const { user } = useMe()
  const place = `columns.${user.id}.${page}`
  const [hidden, setHidden] = useState<readonly string[]>(() => (page && recall(place)?.split('\n')) || [])
  const names = columns.slice(1).flatMap(({ header, head }) => (head ? [] : [header]))
  const change = (name: string, isShown: boolean) => {
    const next = isShown ? hidden.filter(other => other !== name) : [...hidden, name]
    setHidden(next)
    remember(place, next.join('\n') || undefined)
  }
  const shown = useMemo(
    () => columns.filter(({ header }, index) => index === 0 || !hidden.includes(header)),
    [columns, hidden],
  )
  return { shown, names, hidden, change }
}

export function ColumnsMenu({ names, hidden, change }: Omit<HiddenColumns<never>, 'shown'>) {
  return (
    <Menu trigger={<MenuButton look="quiet">Columns</MenuButton>}>
      <MenuChecks choices={names.map(name => ({ name, isChecked: !hidden.includes(name) }))} onChange={change} />
    </Menu>
  )
}
