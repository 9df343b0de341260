/** The dialog of an action on many records: what the action will do, its progress, a way to stop it, and the records for which it was refused. */
import { useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { number } from '../kit/format.ts'
import { Hint } from '../kit/notice.tsx'
import { useOutdatedPage } from '../kit/outdated-page.ts'
import { Dialog } from '../kit/overlay.tsx'
import { useIsMounted } from '../kit/use-is-mounted.ts'
import type { Values } from '../kit/values.ts'
import { count } from '../kit/words.ts'
import { useChanged } from '../session/use-changed.ts'
import type { Bulk, BulkAction } from './bulk-action.ts'
import { retryOverLimit } from './read-list.ts'
import { Reasons, type Refused, reasonOf } from './refused-rows.tsx'

const MAX_CONCURRENT = 4

/** The result of an action that was not carried out for every row. `left` is the number of rows that were not attempted. */
type Ended<Row> = { refused: Refused<Row>[]; left: number; remark?: string | undefined }

export function BulkDialog<Row>({
  action,
  bulk,
  rows,
  onDone,
  onClose,
}: {
  action: BulkAction<Row>
  bulk: Bulk<Row>
  rows: Row[]
  /** Called with the rows that succeeded if the dialog was closed while the action was running. */
  onDone: (done: Row[]) => void
  /** Called with the rows that succeeded when the dialog closes. */
  onClose: (done: Row[]) => void
}) {
  const changed = useChanged()
  const isMounted = useIsMounted()
  const noteFailure = useOutdatedPage()
  const isStopped = useRef(false)
  const [run, setRun] = useState<'running' | 'stopping'>()
  const [done, setDone] = useState<Row[]>([])
  const [ended, setEnded] = useState<Ended<Row>>()
  const words = (rows: number) => count(rows, bulk.noun, bulk.plural)
  const judged = rows.map(row => ({ row, why: action.leftOut?.(row, rows) }))
  const leftOut = judged.filter((each): each is Refused<Row> => each.why !== undefined)
  const able = judged.filter(({ why }) => why === undefined).map(({ row }) => row)
  const send = async (values: Values, key: string) => {
    const [succeeded, refused, results]: [Row[], Refused<Row>[], unknown[]] = [[], [], []]
    const waiting = able.entries()
    isStopped.current = false
    setRun('running')
    const work = async () => {
      for (const [index, row] of waiting) {
        try {
          results.push(await retryOverLimit(() => action.run(row, values, `${key}-${index}`)))
          succeeded.push(row)
          setDone([...succeeded])
        } catch (error) {
          noteFailure(error)
          refused.push({ row, why: reasonOf(error) })
          isStopped.current ||= endsAll(error)
        }
        if (isStopped.current) return
      }
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
    setRun(undefined)
    const left = able.length - succeeded.length - refused.length
    const remark = action.remark?.(results)
    const said = [`${words(succeeded.length)} ${action.done}`, ...wordsOf({ refused, left })].join(', ')
    await changed([said, remark].filter(Boolean).join('. '))
    if (!isMounted.current) return onDone(succeeded)
    if (refused.length + left === 0) onClose(succeeded)
    else setEnded({ refused, left, remark })
  }
  return (
    <Dialog
      title={`${action.text}: ${words(rows.length)}`}
      about={ended ? undefined : typeof action.about === 'function' ? action.about(able) : action.about}
      isOpen
      onClose={() => onClose(ended ? done : [])}
    >
      {ended ? (
        <div className="flex flex-col gap-3">
          <p role="status">
            {[`${words(done.length)} ${action.done}`, ...wordsOf(ended)].join(', ')}
            {ended.refused.length > 0 ? ':' : '.'}
          </p>
          <Reasons nameOf={bulk.nameOf} of={ended.refused} />
          {ended.remark && <p>{ended.remark}.</p>}
          <Button className="self-end" onClick={() => onClose(done)}>
            Close
          </Button>
        </div>
      ) : (
        <Form
          submit={`${action.text} ${number(able.length)}`}
          danger={action.danger === true}
          onCancel={() => onClose([])}
          send={send}
          isReady={able.length > 0}
        >
          {leftOut.length > 0 && <LeftOut of={leftOut} bulk={bulk} />}
          {action.fields}
        </Form>
      )}
      {run && (
        <div className="mt-4 flex items-center justify-between gap-3">
          <p role="status" className="text-soft">
            {number(done.length)} of {number(able.length)} {action.done}
          </p>
          <Button
            disabled={run === 'stopping'}
            onClick={() => {
              isStopped.current = true
              setRun('stopping')
            }}
          >
            {run === 'stopping' ? 'Stopping…' : 'Stop'}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function LeftOut<Row>({ of, bulk: { noun, plural, nameOf } }: { of: Refused<Row>[]; bulk: Bulk<Row> }) {
  return (
    <Hint tone="warn">
      <p className="mb-2">{count(of.length, noun, plural)} will be left out:</p>
      <ul className="flex max-h-48 flex-col gap-2 overflow-y-auto">
        {[...Map.groupBy(of, ({ why }) => why)].map(([why, group]) => (
          <li key={why}>
            <span className="font-medium">{why}</span>{' '}
            <span className="text-soft">{group.map(({ row }) => nameOf(row)).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Hint>
  )
}

/** Whether every further row would fail in the same way: the session has ended, or the service cannot be reached. */
function endsAll(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 0)
}

/** What was not done, such as `3 refused`. A row that was not attempted stays selected, so that the action can be repeated for it. */
function wordsOf<Row>({ refused, left }: Ended<Row>): string[] {
  const parts = [
    { rows: refused.length, word: 'refused' },
    { rows: left, word: 'not attempted' },
  ]
  return parts.filter(({ rows }) => rows > 0).map(({ rows, word }) => `${number(rows)} ${word}`)
}
