/** The columns of a file that are ignored or mapped: a member says what they mean, and the file is previewed again. */
import type { ImportColumn, ImportFileInput, ImportReport } from '#client/console.ts'
import { Form } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import { Card } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { IGNORED, meaningChoices } from './mapping-choices.ts'

export type ColumnAnswers = NonNullable<NonNullable<ImportFileInput['mapping']>['columns']>

export function ImportColumns({
  report: { columns, column_choices: names, refusal },
  onAnswered,
}: {
  report: ImportReport
  onAnswered: (answers: ColumnAnswers) => Promise<void>
}) {
  if (columns.length === 0) return null
  const isRefused = refusal !== null
  const isAnyIgnored = columns.some(({ is_answered }) => !is_answered)
  return (
    <Card title={isRefused ? 'What the columns mean' : isAnyIgnored ? 'Ignored columns' : 'Answered columns'}>
      <Form submit="Preview with these columns" send={values => onAnswered(answersIn(values, columns))}>
        {isRefused && <Hint tone="warn">{refusal}</Hint>}
        <p className="text-soft">
          {isRefused
            ? 'Choose what the columns are that Gatehouse does not know.'
            : isAnyIgnored
              ? 'Gatehouse does not know these columns, and ignores those without an answer. If one of them matters, choose what it is.'
              : 'These columns are read as a member has answered.'}{' '}
          The answers are remembered for later files of this kind. Change them in the import settings.
        </p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column, index) => (
            <PickField
              key={column.header}
              name={nameOf(index)}
              label={column.header}
              choices={meaningChoices(names, columns)}
              defaultValue={answerOf(column)}
              {...(!column.is_answered && { none: 'No answer' })}
              {...(column.samples.length > 0 && { hint: `Such as ${column.samples.join(' · ')}` })}
            />
          ))}
        </div>
      </Form>
    </Card>
  )
}

const nameOf = (index: number) => `column.${index}`

function answerOf({ column, is_answered }: ImportColumn): string {
  return column ?? (is_answered ? IGNORED : '')
}

/**
 * What was chosen. A column that is known by its own header needs no answer. An earlier answer is given again, because the new ones may show that the file is of
 * another kind, for which nothing is mapped yet.
 */
function answersIn(values: Values, columns: readonly ImportColumn[]): ColumnAnswers {
  return columns.flatMap((column, index) => {
    const chosen = values.text(nameOf(index))
    if (chosen === '' || (chosen === answerOf(column) && !column.is_answered)) return []
    return [{ word: column.header, column: chosen === IGNORED ? null : chosen }]
  })
}
