/** The last step of an import: what it would change, and then what it changed. */
import { type ReactNode, useRef, useState } from 'react'
import type { ImportFileInput, ImportReport } from '#client/console.ts'
import { Button, buttonClass } from '../kit/button.tsx'
import { number } from '../kit/format.ts'
import { newIdempotencyKey } from '../kit/idempotency-key.ts'
import { Failure, Hint, sentenceOf } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { useOutdatedPage } from '../kit/outdated-page.ts'
import { Card } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { untilDone } from '../kit/unsaved.ts'
import { useIsMounted } from '../kit/use-is-mounted.ts'
import { count } from '../kit/words.ts'
import { PageLink } from '../records/page-link.tsx'
import { useOrganization } from '../session/me.ts'
import { useRefetch } from '../session/use-changed.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportParts } from './import-report.tsx'

/** The page that shows what was stored. */
const PAGES = {
  RENT_ROLL: { path: 'rent-roll', text: 'Open rent roll' },
  PAYMENTS: { path: 'payments', text: 'Open payments' },
  LEDGER: { path: 'leases', text: 'Open leases' },
  WORK_ORDERS: { path: 'work-orders', text: 'Open work orders' },
} as const satisfies Record<ImportReport['kind'], { path: string; text: string }>

const LOOK_AGAIN =
  'The file may have been imported anyway. Preview it again to see whether its rows are already stored.'

export function ImportPreview({
  input,
  report,
  columns,
  onAskAgain,
  onDone,
}: {
  input: ImportFileInput
  report: ImportReport
  /** Asks what the columns mean that are not known. */
  columns: ReactNode
  /** Asks the questions about the file again, if some were answered. */
  onAskAgain?: () => void
  onDone: () => void
}) {
  const { client } = useOrganization()
  const refetch = useRefetch()
  const isMounted = useIsMounted()
  const noteFailure = useOutdatedPage()
  const [state, setState] = useState<'previewed' | 'importing' | ImportReport>('previewed')
  const [error, setError] = useState<unknown>()
  const [isCanceled, setCanceled] = useState(false)
  const running = useRef<AbortController>(undefined)
  const [progressId, setProgressId] = useState('')
  const isRefused = report.rows_left_out > 0 && !input.skip_bad_rows
  const isEmpty = report.rows === 0

  async function importNow() {
    if (running.current) return
    const progress_id = newIdempotencyKey()
    setProgressId(progress_id)
    setState('importing')
    setError(undefined)
    setCanceled(false)
    const controller = new AbortController()
    running.current = controller
    try {
      const importing = client.importFile({ ...input, progress_id, preview: report.preview }, controller)
      const done = await untilDone(withAdvice(importing, LOOK_AGAIN))
      setState(done)
      await refetch()
      if (done.written) notify(`${input.file_name} imported`)
      else if (!isMounted.current)
        notify(`${input.file_name} was not imported: it has rejected rows`, { isFailure: true })
    } catch (failure) {
      running.current = undefined
      setState('previewed')
      if (controller.signal.aborted) {
        setCanceled(true)
        await refetch()
        return
      }
      noteFailure(failure)
      setError(failure)
      if (!isMounted.current) notify(`${input.file_name} was not imported. ${sentenceOf(failure)}`, { isFailure: true })
    }
  }

  if (typeof state === 'object') {
    return (
      <>
        <Card
          title={state.written ? 'Imported' : 'Nothing was imported'}
          actions={
            <>
              <Button onClick={onDone}>Import another file</Button>
              {state.written && (
                <PageLink to={`/$organization/${PAGES[state.kind].path}`} className={buttonClass('primary')}>
                  {PAGES[state.kind].text}
                </PageLink>
              )}
            </>
          }
        >
          <p role="status">
            {state.written
              ? `${count(state.rows, 'row')} of ${state.file_name} stored, ${number(state.rows_left_out)} rejected.`
              : 'The file has rejected rows. Correct them, or skip rejected rows.'}
          </p>
        </Card>
        <ImportReportParts report={state} />
      </>
    )
  }
  return (
    <>
      <Card
        title="Preview"
        actions={
          <>
            {onAskAgain && state === 'previewed' && <Button onClick={onAskAgain}>Change answers</Button>}
            {!isRefused && !isEmpty && (
              <Button
                look="primary"
                disabled={state === 'importing'}
                aria-busy={state === 'importing'}
                onClick={importNow}
              >
                {state === 'importing' ? 'Importing…' : `Import ${count(report.rows, 'row')}`}
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-3" aria-live="polite">
          {isRefused ? (
            <Hint tone="warn">
              {count(report.rows_left_out, 'row')} rejected, so nothing can be imported. Correct the file, or choose to
              skip rejected rows, and preview it again.
            </Hint>
          ) : isEmpty ? (
            <Hint tone="warn">
              {report.rows_left_out > 0
                ? 'Every row of the file is rejected, so there is nothing to import. Correct the file, and preview it again.'
                : 'The file has no rows to import. Check the filters of the report and any warnings below, and export it again.'}
            </Hint>
          ) : (
            <p className="text-soft">
              {changesNothing(report)
                ? 'All of these rows are already stored, so the import will change nothing.'
                : 'Nothing has been stored yet. This is what the import will change. It cannot be undone as a whole, so check it first; a corrected file or the console can change what it stores.'}
            </p>
          )}
          {isCanceled && (
            <Hint>
              The import was canceled, so nothing of the file is stored. If it was complete just before, it is listed
              among the past imports below.
            </Hint>
          )}
          {error !== undefined && <Failure error={error} />}
        </div>
        {state === 'importing' && (
          <div className="mt-3">
            <ImportProgress
              id={progressId}
              label="Import"
              about="All rows are stored, or none. Other pages may be opened in the meantime."
              onCancel={() => running.current?.abort()}
            />
          </div>
        )}
      </Card>
      <ImportReportParts report={report} columns={state === 'previewed' && columns} />
    </>
  )
}

function changesNothing({ records, moved_out }: ImportReport): boolean {
  return records.length === 0 && moved_out === 0
}
