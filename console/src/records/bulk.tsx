/**
 * Actions on many records at once: the selected rows, and the actions for them. Each record is changed by the operation that its own page uses, in
 * a separate call, so that each succeeds or is refused independently, and the dialog shows which.
 */
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { ABOVE_ROW, type Column } from '../kit/data-table.tsx'
import { Form, type Values } from '../kit/form.tsx'
import { sentenceOf } from '../kit/notice.tsx'
import { Dialog } from '../kit/overlay.tsx'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { patiently, type Reading } from './read-list.ts'

export type BulkAction<Row> = {
  /** The button, such as `Complete`. */
  text: string
  /** The word for a record that is done, such as `completed`. */
  done: string
  /** What the action does, and the fields it needs. */
  about?: ReactNode
  fields?: ReactNode
  danger?: boolean
  run: (row: Row, values: Values, idempotencyKey: string) => Promise<unknown>
}

export type Bulk<Row> = {
  /** One of the rows, such as `work order`, and several of them. */
  noun: string
  plural?: string
  nameOf: (row: Row) => string
  actions: BulkAction<Row>[]
}

const AT_ONCE = 4
/** The largest number of records for one action. A member narrows a larger selection with filters. */
const MOST = 1_000

/** The selected rows, by key; they stay selected when the member turns the page. */
export function useSelection<Row>(keyOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const set = (rows: readonly Row[], isChosen: boolean) =>
    setChosen(previous => {
      const next = new Map(previous)
      for (const row of rows) isChosen ? next.set(keyOf(row), row) : next.delete(keyOf(row))
      return next
    })
  return { chosen, set, clear: () => setChosen(new Map()) }
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

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

/** The column of check boxes; the box in its header selects every row of the page. */
export const SELECT_COLUMN: Column<never> = {
  id: 'select',
  header: () => <PageBox />,
  cell: ({ row: { original } }) => <RowBox row={original} />,
}

function PageBox() {
  const { selection, rows, keyOf, bulk } = useContext(Choosing) as Shown
  return (
    <input
      type="checkbox"
      className="size-4 align-middle"
      aria-label={`Select all ${bulk.plural ?? `${bulk.noun}s`} of this page`}
      checked={rows.length > 0 && rows.every(row => selection.chosen.has(keyOf(row)))}
      onChange={event => selection.set(rows, event.target.checked)}
    />
  )
}

function RowBox({ row }: { row: never }) {
  const { selection, keyOf, bulk } = useContext(Choosing) as Shown
  return (
    <input
      type="checkbox"
      className={`${ABOVE_ROW} size-4 align-middle`}
      aria-label={`Select ${bulk.nameOf(row)}`}
      checked={selection.chosen.has(keyOf(row))}
      onChange={event => selection.set([row], event.target.checked)}
    />
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
  readAll: ((most: number) => Promise<Reading<Row>>) | undefined
}) {
  const [action, setAction] = useState<BulkAction<Row>>()
  const [isReading, setReading] = useState(false)
  const words = (number: number) => count(number, bulk.noun, bulk.plural)
  const chooseAll = async () => {
    setReading(true)
    try {
      set((await (readAll as (most: number) => Promise<Reading<Row>>)(MOST)).rows, true)
    } finally {
      setReading(false)
    }
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
      {readAll && total !== undefined && total > chosen.size && (
        <Button size="small" look="quiet" disabled={isReading} onClick={chooseAll}>
          Select all {words(Math.min(total, MOST))}
        </Button>
      )}
      <Button size="small" look="quiet" onClick={clear}>
        Clear selection
      </Button>
      {action && (
        <BulkDialog
          action={action}
          bulk={bulk}
          rows={[...chosen.values()]}
          onClose={done => {
            setAction(undefined)
            set(done, false)
          }}
        />
      )}
    </fieldset>
  )
}

type Refused<Row> = { row: Row; why: string }

function BulkDialog<Row>({
  action,
  bulk,
  rows,
  onClose,
}: {
  action: BulkAction<Row>
  bulk: Bulk<Row>
  rows: Row[]
  /** Gets the rows that succeeded. */
  onClose: (done: Row[]) => void
}) {
  const changed = useChanged()
  const [done, setDone] = useState<Row[]>([])
  const [refused, setRefused] = useState<Refused<Row>[]>()
  const words = (number: number) => count(number, bulk.noun, bulk.plural)
  const send = async (values: Values, key: string) => {
    const [succeeded, failed]: [Row[], Refused<Row>[]] = [[], []]
    const waiting = rows.entries()
    const work = async () => {
      for (const [index, row] of waiting) {
        try {
          await patiently(() => action.run(row, values, `${key}-${index}`))
          succeeded.push(row)
          setDone([...succeeded])
        } catch (error) {
          failed.push({ row, why: sentenceOf(error) })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    await changed(`${words(succeeded.length)} ${action.done}`)
    if (failed.length === 0) onClose(succeeded)
    else setRefused(failed)
  }
  return (
    <Dialog
      title={`${action.text}: ${words(rows.length)}`}
      about={!refused && action.about}
      isOpen
      onClose={() => onClose(refused ? done : [])}
    >
      {refused ? (
        <div className="flex flex-col gap-3">
          <p role="status">
            {words(done.length)} {action.done}, {refused.length.toLocaleString('en-US')} refused:
          </p>
          <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto">
            {refused.map(({ row, why }) => (
              <li key={bulk.nameOf(row) + why}>
                <span className="font-medium">{bulk.nameOf(row)}</span> <span className="text-soft">{why}</span>
              </li>
            ))}
          </ul>
          <Button className="self-end" onClick={() => onClose(done)}>
            Close
          </Button>
        </div>
      ) : (
        <Form
          submit={`${action.text} ${rows.length.toLocaleString('en-US')}`}
          danger={action.danger === true}
          onCancel={() => onClose([])}
          send={send}
        >
          {action.fields}
          {done.length > 0 && (
            <p role="status" className="text-soft">
              {done.length} of {rows.length} {action.done}
            </p>
          )}
        </Form>
      )}
    </Dialog>
  )
}

/** The actions of a list, for members whose role may change records. */
export function useBulk<Row>(bulk: Bulk<Row>): Bulk<Row> | undefined {
  return useOrganization().may('ADMIN') ? bulk : undefined
}
