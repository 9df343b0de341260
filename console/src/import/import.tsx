/** Importing a file: choose it, answer the questions it leaves open, preview what it would change, and import it. */
import { useState } from 'react'
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

type Chosen = { input: ImportFileInput; report: ImportReport }

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
  const startOver = () => {
    setChosen(undefined)
    setRound(round + 1)
  }

  async function rehearse(input: ImportFileInput) {
    const progress_id = newIdempotencyKey()
    setProgressId(progress_id)
    try {
      setChosen({ input, report: await client.importFile({ ...input, dry_run: true, progress_id }) })
    } finally {
      setProgressId(undefined)
    }
  }

  return (
    <>
      <Card title="File">
        <ChooseFile key={round} onChosen={rehearse} onChange={() => setChosen(undefined)} />
        {progressId && <ImportProgress id={progressId} label="Preview" about="Nothing is stored." />}
      </Card>
      {chosen && <ImportReading report={chosen.report} />}
      {chosen && hasQuestions(chosen.report) && (
        <ImportQuestionsForm
          key={JSON.stringify(chosen.report.questions)}
          report={chosen.report}
          onAnswered={answers => rehearse({ ...chosen.input, mapping: together(chosen.input.mapping, answers) })}
        />
      )}
      {chosen && !hasQuestions(chosen.report) && (
        <ImportPreview key={chosen.report.file_name} {...chosen} onDone={startOver} />
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
