/** Importing a file: choose it, preview what it would change, and import it. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportFileInput, ImportReport } from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { Field, Form, TextField, type Values } from '../kit/form.tsx'
import { number, todayIn } from '../kit/format.ts'
import { newIdempotencyKey } from '../kit/new-key.ts'
import { Empty, Failure, Hint } from '../kit/notice.tsx'
import { notify } from '../kit/notify.tsx'
import { Card, Page } from '../kit/page.tsx'
import { count } from '../kit/words.ts'
import { useOrganization } from '../session/me.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReportParts } from './import-report.tsx'
import { PastImports } from './past-imports.tsx'

/** The largest file the service accepts, before base64 turns every three bytes into four characters. */
const MAX_FILE_BYTES = 12 * 1024 * 1024

type Chosen = { input: ImportFileInput; report: ImportReport }

export function ImportPage() {
  const { may } = useOrganization()
  return (
    <Page title="Import" about="Import a rent roll, payments or work orders as CSV, from AppFolio or in our template.">
      {may('ADMIN') ? (
        <Steps />
      ) : (
        <Card>
          <Empty title="Only administrators can import files">
            Ask an owner of the organization for the admin role.
          </Empty>
        </Card>
      )}
      <PastImports />
    </Page>
  )
}

function Steps() {
  const [chosen, setChosen] = useState<Chosen>()
  const [round, setRound] = useState(0)
  const startOver = () => {
    setChosen(undefined)
    setRound(round + 1)
  }
  return (
    <>
      <Card title="File">
        <Choose key={round} onPreviewed={setChosen} onChange={() => setChosen(undefined)} />
      </Card>
      {chosen && <Preview key={chosen.report.file_name} chosen={chosen} onDone={startOver} />}
    </>
  )
}

function Choose({ onPreviewed, onChange }: { onPreviewed: (chosen: Chosen) => void; onChange: () => void }) {
  const { client, timeZone } = useOrganization()
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const [progressId, setProgressId] = useState<string>()

  const take = (next: File | undefined) => {
    setFile(next)
    setError(undefined)
    if (next && next.size > MAX_FILE_BYTES) setError('This file is larger than 12 MiB. Split it and import the parts.')
    if (next && next.size === 0) setError('This file is empty. Choose another file.')
  }

  async function preview(values: Values) {
    if (!file || error) return
    const input = {
      file_name: file.name,
      content: await base64Of(file),
      as_of: values.optional('as_of'),
      skip_bad_rows: values.isSet('skip_bad_rows'),
      close_missing: values.isSet('close_missing'),
    }
    const progress_id = newIdempotencyKey()
    setProgressId(progress_id)
    try {
      onPreviewed({ input, report: await client.importFile({ ...input, dry_run: true, progress_id }) })
    } finally {
      setProgressId(undefined)
    }
  }

  return (
    // The preview no longer matches what would be imported.
    <div onChange={onChange} className="flex flex-col gap-3">
      <Form submit="Preview" send={preview}>
        <div className="flex flex-col gap-4 sm:flex-row">
          <Field
            name="content"
            label="CSV file"
            hint="The header row says whether this is a rent roll, payments or work orders."
            required
          >
            {control => (
              <input
                type="file"
                accept=".csv,text/csv"
                className="field"
                onChange={event => take(event.target.files?.[0])}
                {...control}
              />
            )}
          </Field>
          <TextField
            name="as_of"
            label="As of"
            type="date"
            max={todayIn(timeZone)}
            hint="The date of the rent roll. Leave empty for the date in the file, or today."
          />
        </div>
        {error && <Hint tone="warn">{error}</Hint>}
        <div className="flex flex-col gap-2">
          <Option name="skip_bad_rows" text="Skip rejected rows instead of rejecting the whole file" />
          <Option name="close_missing" text="Move out residents who are no longer on the rent roll" />
        </div>
      </Form>
      {progressId && <ImportProgress id={progressId} label="Preview" about="Nothing is stored." />}
    </div>
  )
}

function Option({ name, text }: { name: string; text: string }) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" name={name} className="mt-1 accent-accent" />
      {text}
    </label>
  )
}

function Preview({ chosen: { input, report }, onDone }: { chosen: Chosen; onDone: () => void }) {
  const { id, client } = useOrganization()
  const queries = useQueryClient()
  const [state, setState] = useState<'previewed' | 'importing' | ImportReport>('previewed')
  const [error, setError] = useState<unknown>()
  const [progressId, setProgressId] = useState('')
  const isRefused = report.rows_left_out > 0 && !input.skip_bad_rows

  async function importNow() {
    const progress_id = newIdempotencyKey()
    setProgressId(progress_id)
    setState('importing')
    setError(undefined)
    try {
      const done = await client.importFile({ ...input, progress_id })
      setState(done)
      await queries.invalidateQueries({ queryKey: [id] })
      if (done.written) notify(`${input.file_name} imported`)
    } catch (failure) {
      setError(failure)
      setState('previewed')
    }
  }

  if (typeof state === 'object') {
    return (
      <>
        <Card
          title={state.written ? 'Imported' : 'Nothing was imported'}
          actions={<Button onClick={onDone}>Import another file</Button>}
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
          !isRefused && (
            <Button
              look="primary"
              disabled={state === 'importing'}
              aria-busy={state === 'importing'}
              onClick={importNow}
            >
              {state === 'importing' ? 'Importing…' : `Import ${count(report.rows, 'row')}`}
            </Button>
          )
        }
      >
        <div className="flex flex-col gap-3" aria-live="polite">
          {isRefused ? (
            <Hint tone="warn">
              {count(report.rows_left_out, 'row')} rejected, so nothing can be imported. Correct the file, or choose to
              skip rejected rows, and preview it again.
            </Hint>
          ) : (
            <p className="text-soft">Nothing has been stored yet. This is what the import will change.</p>
          )}
          {error !== undefined && <Failure error={error} />}
        </div>
        {state === 'importing' && (
          <div className="mt-3">
            <ImportProgress id={progressId} label="Import" about="All rows are stored, or none." />
          </div>
        )}
      </Card>
      <ImportReportParts report={report} />
    </>
  )
}

/** The browser encodes the file: many megabytes are too long for the arguments of a call. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
