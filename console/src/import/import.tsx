/** Importing a file: choose it, answer the questions it leaves open, preview what it would change, and import it. */
import { useEffect, useRef, useState } from 'react'
import type { ImportFileInput, ImportReport } from '#client/console.ts'
import { ReferenceLink } from '../developers/reference.tsx'
import { newIdempotencyKey } from '../kit/idempotency-key.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { withAdvice } from '../kit/unknown-outcome.ts'
import { useOrganization } from '../session/me.ts'
import { ChooseFile } from './choose-file.tsx'
import { type ColumnAnswers, ImportColumns } from './import-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { hasQuestions, ImportQuestionsForm } from './import-questions.tsx'
import { ImportReading } from './import-reading.tsx'
import { PastImports } from './past-imports.tsx'

type Chosen = {
  input: ImportFileInput
  report: ImportReport
  /** Words for a status whose rows are left out instead of answering what the word means. */
  leftOut: readonly string[]
}

export function ImportPage() {
  const { may } = useOrganization()
  return (
    <Page
      title="Import"
      about={
        <>
          Import a rent roll from another system, payments, a ledger or work orders, as an Excel workbook or text file.{' '}
          <ReferenceLink to="/docs/import" text="Columns and templates" />
        </>
      }
    >
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
  const { client } = useOrganization()
  const [chosen, setChosen] = useState<Chosen>()
  const [round, setRound] = useState(0)
  const [progressId, setProgressId] = useState<string>()
  const running = useRef<AbortController>(undefined)
  // Nobody sees the preview of a page that has been left.
  useEffect(() => () => running.current?.abort(), [])
  // The answers about a file hold when it is previewed with other options.
  const [answered, setAnswered] = useState<Answered>()
  const startOver = () => {
    setChosen(undefined)
    setAnswered(undefined)
    setRound(round + 1)
  }

  async function preview(input: ImportFileInput, given?: Answered) {
    const leftOut = (input.skip_bad_rows && given?.leftOut) || []
    const progress_id = newIdempotencyKey()
    const controller = new AbortController()
    running.current = controller
    setProgressId(progress_id)
    try {
      const reading = client.importFile({ ...input, dry_run: true, progress_id }, controller)
      const report = await withAdvice(reading, 'Nothing is stored by a preview.')
      setChosen({ input, report, leftOut })
      setAnswered(given)
    } catch (failure) {
      if (!controller.signal.aborted) throw failure
    } finally {
      setProgressId(undefined)
    }
  }

  function askAgain({ mapping: _, ...input }: ImportFileInput, { asked }: Answered) {
    setAnswered(undefined)
    setChosen({ input, report: asked, leftOut: [] })
  }

  function readColumns({ input, report, leftOut }: Chosen, columns: ColumnAnswers) {
    const mapping = mergeAnswers(input.mapping, { columns })
    const asked = answered?.asked ?? report
    return preview({ ...input, mapping }, { content: input.content, mapping, leftOut, asked })
  }

  const step = chosen && stepOf(chosen)
  const columnsForm = chosen && (
    <ImportColumns
      key={JSON.stringify(chosen.report.columns)}
      report={chosen.report}
      onAnswered={columns => readColumns(chosen, columns)}
    />
  )

  return (
    <>
      <Card title="File">
        <ChooseFile
          key={round}
          onChosen={input => {
            const given = answered?.content === input.content ? answered : undefined
            return preview({ ...input, ...(given && { mapping: given.mapping }) }, given)
          }}
          onChange={() => setChosen(undefined)}
        />
        {progressId && (
          <div className="mt-3">
            <ImportProgress
              id={progressId}
              label="Preview"
              about="Nothing is stored."
              onCancel={() => running.current?.abort()}
            />
          </div>
        )}
      </Card>
      {chosen && <ImportReading report={chosen.report} />}
      {chosen && step === 'columns' && columnsForm}
      {chosen && step === 'questions' && (
        <ImportQuestionsForm
          key={JSON.stringify(chosen.report.questions)}
          report={chosen.report}
          mayLeaveOut={chosen.input.skip_bad_rows === true}
          onAnswered={(answers, leftOut) => {
            const { input, report } = chosen
            const mapping = mergeAnswers(input.mapping, answers)
            const asked = answered?.asked ?? report
            return preview({ ...input, mapping }, { content: input.content, mapping, leftOut, asked })
          }}
        />
      )}
      {chosen && step === 'questions' && columnsForm}
      {chosen && step === 'preview' && (
        <ImportPreview
          key={chosen.report.file_name}
          input={chosen.input}
          report={chosen.report}
          columns={columnsForm}
          {...(answered && { onAskAgain: () => askAgain(chosen.input, answered) })}
          onDone={startOver}
        />
      )}
    </>
  )
}

/** A file of which a column is missing can only be read once its columns are mapped. */
function stepOf(chosen: Chosen): 'columns' | 'questions' | 'preview' {
  if (chosen.report.refusal !== null) return 'columns'
  return hasQuestions(chosen) ? 'questions' : 'preview'
}

type Answers = NonNullable<ImportFileInput['mapping']>

/** The answers about the file of this content; `asked` is the report with the questions. */
type Answered = { content: string; mapping: Answers; leftOut: readonly string[]; asked: ImportReport }

function mergeAnswers(before: Answers = {}, more: Answers): Answers {
  return {
    properties: [...(before.properties ?? []), ...(more.properties ?? [])],
    charges: [...(before.charges ?? []), ...(more.charges ?? [])],
    statuses: [...(before.statuses ?? []), ...(more.statuses ?? [])],
    columns: [...(before.columns ?? []), ...(more.columns ?? [])],
  }
}
