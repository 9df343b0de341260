/** The progress of an import or of its preview, polled while it runs. */
import { Button } from '../kit/button.tsx'
import { number } from '../kit/format.ts'
import { useRead } from '../session/use-read.ts'

const EVERY_MS = 500

export function ImportProgress({
  id: progress_id,
  label,
  about,
  onCancel,
}: {
  id: string
  label: string
  about: string
  /** Ends the call, and with it the import: the service rolls back what nobody waits for. */
  onCancel: () => void
}) {
  // If progress cannot be read, nothing is shown: the import itself reports how it ended.
  const { data } = useRead(
    ['import', 'progress', progress_id],
    (client, call) => client.getImportProgress({ progress_id }, call),
    { refetchInterval: EVERY_MS, retry: false },
  )
  const { rows_done: done = null, rows_known: known = null } = data ?? {}
  const percent = done === null || known === null || known === 0 ? undefined : Math.floor((done / known) * 100)
  return (
    <div className="flex flex-col gap-1">
      <progress aria-label={label} className="progress" max={100} value={percent} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-h-5 text-[12px] text-soft tabular-nums">
          {percent === undefined
            ? 'Reading the file, or waiting for other imports to finish.'
            : `${percent}%: ${number(done ?? 0)} of ${number(known ?? 0)} rows. ${about}`}
        </p>
        <Button size="small" onClick={onCancel}>
          Cancel {label.toLowerCase()}
        </Button>
      </div>
    </div>
  )
}
