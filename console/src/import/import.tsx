/** Importing a file: choose it, answer the questions it leaves open, preview what it would change, and import it. */
import { useEffect, useRef, useState } from 'react'
import type { ImportFileInput, ImportReport } from '#client/console.ts'
import { ReferenceLink } from '../developers/reference.tsx'
import { newIdempotencyKey } from '../kit/new-key.ts'
import { Empty } from '../kit/notice.tsx'
import { Card, Page } from '../kit/page.tsx'
import { useOrganization } from '../session/me.ts'
import { ChooseFile } from './choose-file.tsx'
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
  const startOver = () => {
    setChosen(undefined)
    setRound(round + 1)
  }

  async function rehearse(input: ImportFileInput, leftOut: readonly string[] = []) {
    const progress_id = newIdempotencyKey()
    const controller = new AbortController()
    running.current = controller
    setProgressId(progress_id)
    try {
      const report = await client.importFile({ ...input, dry_run: true, progress_id }, controller)
      setChosen({ input, report, leftOut })
    } catch (failure) {
      if (!controller.signal.aborted) throw failure
    } finally {
      setProgressId(undefined)
    }
  }

  return (
    <>
      <Card title="File">
        <ChooseFile key={round} onChosen={input => rehearse(input)} onChange={() => setChosen(undefined)} />
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
      {chosen && hasQuestions(chosen) && (
        <ImportQuestionsForm
          key={JSON.stringify(chosen.report.questions)}
          report={chosen.report}
          mayLeaveOut={chosen.input.skip_bad_rows === true}
          onAnswered={(answers, leftOut) =>
            rehearse({ ...chosen.input, mapping: together(chosen.input.mapping, answers) }, leftOut)
          }
        />
      )}
      {chosen && !hasQuestions(chosen) && (
        <ImportPreview key={chosen.report.file_name} input={chosen.input} report={chosen.report} onDone={startOver} />
      )}
    </>
  )
}

type Answers = NonNullable<ImportFileInput['mapping']>

function together(before: Answers = {}, more: Answers): Answers {
  return {
    properties: [...(before.properties ?? []), ...(more.properties ?? [])],
    charges: [...(before.charges ?? []), ...(more.charges ?? [])],
    statuses: [...(before.statuses ?? []), ...(more.statuses ?? [])],
  }
}
