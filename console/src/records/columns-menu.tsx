/** The columns of a list that a member hides, remembered in this browser for each member. The first column stays. */
import type { RowData } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { Button } from '../kit/button.tsx'
import type { Column } from '../kit/data-table.tsx'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuChecks } from '../kit/overlay.tsx'
import { useMe } from '../session/me.ts'
import { recall, remember } from '../session/remembered.ts'

/**
 * A column is identified by its header. A column whose header has no text, such as that of a button, cannot be
 * hidden.
 */
const nameOf = <Row extends RowData>({ header }: Column<Row>) => (typeof header === 'string' ? header : '')

export type HiddenColumns<Row extends RowData> = {
  shown: Column<Row>[]
  names: string[]
  hidden: readonly string[]
  change: (name: string, isShown: boolean) => void
}

/** `page` is the list as the browser remembers it; without one every column is shown. */
export function useHiddenColumns<Row extends RowData>(
  page: string | undefined,
  columns: Column<Row>[],
): HiddenColumns<Row> {
  const { user } = useMe()
  const place = `columns.${user.id}.${page}`
  const [hidden, setHidden] = useState<readonly string[]>(() => (page && recall(place)?.split('\n')) || [])
  const names = columns.slice(1).map(nameOf).filter(Boolean)
  const change = (name: string, isShown: boolean) => {
    const next = isShown ? hidden.filter(other => other !== name) : [...hidden, name]
    setHidden(next)
    remember(place, next.join('\n') || undefined)
  }
  const shown = useMemo(
    () => columns.filter((column, index) => index === 0 || !hidden.includes(nameOf(column))),
    [columns, hidden],
  )
  return { shown, names, hidden, change }
}

export function ColumnsMenu({ names, hidden, change }: Omit<HiddenColumns<never>, 'shown'>) {
  return (
    <Menu
      label="Columns"
      trigger={
        <Button look="quiet">
          Columns <Icon name="chevron" />
        </Button>
      }
    >
      <MenuChecks choices={names.map(name => ({ name, isChecked: !hidden.includes(name) }))} onChange={change} />
    </Menu>
  )
}
