/**
 * Actions on many records at once: the selected rows, and the actions for them. Each record is changed by the operation that its own page uses, in
 * a separate call, so that each succeeds or is refused independently, and the dialog shows which.
 */
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { ABOVE_ROW, type Column } from '../kit/data-table.tsx'
import { useRunAction } from '../kit/notify.tsx'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import type { Bulk, BulkAction } from './bulk-action.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { MAX_SELECTED, selectAll } from './select-all.ts'
import type { ReadAll } from './use-list.tsx'

/** The selected rows, by key; they stay selected when the member turns the page. */
export function useSelection<Row>(keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const last = useRef<string>(undefined)
  const set = (rows: readonly Row[], isChosen: boolean) =>
    setChosen(previous => {
      const next = new Map(previous)
      for (const row of rows) isChosen ? next.set(keyOf(row), row) : next.delete(keyOf(row))
      return next
    })
  /** Selects a row of those shown; a range includes every row since the one that was selected before. */
  const pick = (row: Row, shown: readonly Row[], isChosen: boolean, isRange: boolean) => {
    const [from, to] = [last.current, keyOf(row)].map(key => shown.findIndex(each => keyOf(each) === key))
    last.current = keyOf(row)
    if (!isRange || from === undefined || to === undefined || from < 0) return set([row], isChosen)
    set(shown.slice(Math.min(from, to), Math.max(from, to) + 1), isChosen)
  }
  return { chosen, set, pick, clear: () => setChosen(new Map()) }
}

type Selection<Row> = ReturnType<typeof useSelection<Row>>

type Shown = { selection: Selection<never>; rows: readonly never[]; keyOf: (row: never) => string; bulk: Bulk<never> }

/**
 * The state that the check boxes of a table read from context, so that their column never changes and a box keeps the focus
 * when it is checked.
 */
const Choosing = createContext<Shown | undefined>(undefined)

export function ChoosingRows<Row>({
  children,
  ...shown
}: {
  selection: Selection<Row>
  rows: readonly Row[]
  keyOf: (row: Row) => string
  bulk: Bulk<Row> | undefined
  children: ReactNode
}) {
  return <Choosing value={shown.bulk && (shown as unknown as Shown)}>{children}</Choosing>
}

/** Extends a check box into its cell, so that a tap or click next to it selects the row and does not open its record. */
const AROUND_BOX = `${ABOVE_ROW} -m-2.5 inline-flex p-2.5 align-middle`

/** The column of check boxes; the box in its header selects every row of the page. */
export const SELECT_COLUMN: Column<never> = { header: 'Select', head: <PageBox />, cell: row => <RowBox row={row} /> }

function PageBox() {
  const { selection, rows, keyOf, bulk } = useContext(Choosing) as Shown
  const chosen = rows.filter(row => selection.chosen.has(keyOf(row))).length
  return (
    <label className={AROUND_BOX}>
      <input
        ref={box => {
          // Only a property says that some of the rows are selected.
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length
        }}
        type="checkbox"
        className="size-4"
        aria-label={`Select all ${bulk.plural ?? `${bulk.noun}s`} on this page`}
        checked={rows.length > 0 && chosen === rows.length}
        onChange={event => selection.set(rows, event.target.checked)}
      />
    </label>
  )
}

/** The box of a row. With Shift, a click or the space bar selects the range since the box before. */
function RowBox({ row }: { row: never }) {
  const { selection, rows, keyOf, bulk } = useContext(Choosing) as Shown
  return (
    <label
      className={AROUND_BOX}
      // A click with Shift would also select the text in between.
      onMouseDown={event => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        className="size-4"
        aria-label={`Select ${bulk.nameOf(row)}`}
        checked={selection.chosen.has(keyOf(row))}
        onChange={event => {
          const { shiftKey } = event.nativeEvent as MouseEvent
          event.target.focus()
          selection.pick(row, rows, event.target.checked, shiftKey)
        }}
      />
    </label>
  )
}

export function SelectionBar<Row>({
  bulk,
  selection: { chosen, set, clear },
  total,
  readAll,
}: {
  bulk: Bulk<Row>
  selection: Selection<Row>
  total: number | undefined
  readAll: ReadAll<Row> | undefined
}) {
  const [action, setAction] = useState<BulkAction<Row>>()
  const [isReading, setReading] = useState(false)
  const words = (number: number) => count(number, bulk.noun, bulk.plural)
  const all = total !== undefined && selectAll(total, chosen.size, words)
  const runAction = useRunAction()
  const chooseAll = async (read: ReadAll<Row>) => {
    setReading(true)
    await runAction(async () => set(await read(MAX_SELECTED), true))
    setReading(false)
  }
  if (chosen.size === 0) return null
  return (
    <fieldset className="no-print flex flex-wrap items-center gap-2 border-b bg-accent-soft px-4 py-2">
      <legend className="sr-only">Selected</legend>
      <span role="status" className="mr-1 font-medium">
        {words(chosen.size)} selected
      </span>
      {bulk.actions.map(each => (
        <Button key={each.text} size="small" onClick={() => setAction(each)}>
          {each.text}
        </Button>
      ))}
      {readAll && all && (
        <Button size="small" look="quiet" disabled={isReading} onClick={() => chooseAll(readAll)}>
          {all}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={clear}>
        Clear selection
      </Button>
      {chosen.size === 1 && (
        <span className="ml-auto text-[12px] text-soft max-lg:hidden">Shift-click another box to select a range.</span>
      )}
      {action && (
        <BulkDialog
          action={action}
          bulk={bulk}
          rows={[...chosen.values()]}
          onDone={done => set(done, false)}
          onClose={done => {
            setAction(undefined)
            set(done, false)
          }}
        />
      )}
    </fieldset>
  )
}

/** The actions of a list, for members whose role may change records. */
export function useBulk<Row>(bulk: Bulk<Row>): Bulk<Row> | undefined {
  return useOrganization().may('ADMIN') ? bulk : undefined
}
