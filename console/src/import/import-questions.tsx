/** The step between upload and preview: it asks once for what the file does not state, and the answers are remembered. */
import { useState } from 'react'
import type { ImportFileInput, ImportQuestions, ImportReport, PropertyQuestion } from '#client/console.ts'
import { FieldRow, Form, SelectField, TextField } from '../kit/form.tsx'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Shimmer } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { CHARGE_CHOICES, STATUS_CHOICES } from './mapping-choices.ts'

type Answers = NonNullable<ImportFileInput['mapping']>
type ChargeAnswer = NonNullable<Answers['charges']>[number]
type StatusAnswer = NonNullable<Answers['statuses']>[number]
type PropertyAnswer = NonNullable<Answers['properties']>[number]

const NEW = 'new'
/** Stands for leaving a word out, which is not an answer: the service rejects the rows of a word for a status that has none, and skips them. */
const LEFT_OUT = 'left-out'

/** Whether a question is open, apart from the words whose rows the member leaves out. */
export function hasQuestions({
  report: { questions },
  leftOut,
}: {
  report: ImportReport
  leftOut: readonly string[]
}): boolean {
  const { properties, charges, statuses } = questions
  return properties.length + charges.length > 0 || statuses.some(({ word }) => !leftOut.includes(word))
}

export function ImportQuestionsForm({
  report: { kind, questions },
  mayLeaveOut,
  onAnswered,
}: {
  report: ImportReport
  /** Whether rejected rows are skipped, so that the rows of a word for a status need not be answered. */
  mayLeaveOut: boolean
  onAnswered: (answers: Answers, leftOut: readonly string[]) => Promise<void>
}) {
  const { properties, charges, statuses } = questions
  const known = useProperties()
  if (known.error && !known.data) return <Failure error={known.error} retry={known.refetch} />
  if (!known.data) return <Shimmer className="h-72 w-full" />
  const mayBeNew = kind === 'RENT_ROLL'
  if (!mayBeNew && known.data.length === 0) return <NoPropertyYet />
  return (
    <Card title="What the file does not say">
      <Form submit="Continue to preview" send={values => onAnswered(...answersIn(values, questions))}>
        <p className="text-soft">
          The answers are remembered, so that the next file does not ask again. Change them in the import settings.
        </p>
        {properties.map((property, index) => (
          <PropertyFields key={property.word} {...{ property, index, mayBeNew }} known={propertyChoices(known.data)} />
        ))}
        {charges.length > 0 && (
          <fieldset className="flex flex-col gap-3">
            <legend className="pb-1 font-medium">What do these charge codes mean?</legend>
            <div className="grid gap-4 sm:grid-cols-3">
              {charges.map(({ word, suggestion }, index) => (
                <SelectField
                  key={word}
                  name={`charge.${index}`}
                  label={word}
                  choices={CHARGE_CHOICES}
                  defaultValue={suggestion}
                  {...(suggestion === null && { none: 'Choose' })}
                  required
                />
              ))}
            </div>
          </fieldset>
        )}
        {statuses.length > 0 && (
          <fieldset className="flex flex-col gap-3">
            <legend className="pb-1 font-medium">What do these unit statuses mean?</legend>
            {!mayLeaveOut && statuses.some(({ suggestion }) => suggestion === null) && (
              <p className="text-soft">
                A word that has no meaning, such as a mistyped one, can be left out with its rows: choose above to skip
                rejected rows, and preview the file again.
              </p>
            )}
            <div className="grid gap-4 sm:grid-cols-3">
              {statuses.map(({ word, suggestion }, index) => (
                <SelectField
                  key={word}
                  name={`status.${index}`}
                  label={word}
                  choices={
                    mayLeaveOut && suggestion === null
                      ? [...STATUS_CHOICES, { value: LEFT_OUT, text: 'Leave these rows out' }]
                      : STATUS_CHOICES
                  }
                  defaultValue={suggestion ?? ''}
                  {...(suggestion === null && { none: 'Choose' })}
                  required
                />
              ))}
            </div>
          </fieldset>
        )}
      </Form>
    </Card>
  )
}

function NoPropertyYet() {
  return (
    <Card title="What the file does not say">
      <Empty title="No property yet">
        Import a rent roll first. Payments, ledgers and work orders are for properties, units and residents that already
        exist.
      </Empty>
    </Card>
  )
}

type Known = { value: string; text: string }[]

function PropertyFields({
  property: { word, name, ...address },
  index,
  known,
  mayBeNew,
}: {
  property: PropertyQuestion
  index: number
  known: Known
  /** Whether the property may be a new one, which only a rent roll creates. */
  mayBeNew: boolean
}) {
  const isUnnamed = name === ''
  const [choice, setChoice] = useState((isUnnamed && known.length > 0) || !mayBeNew ? '' : NEW)
  const at = `property.${index}`
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 font-medium">
        {isUnnamed
          ? `The file does not name the property of these units: ${unitsOf(word)}. Which property is it?`
          : `Which property is ${name === word ? name : `${name} (${word})`}${mayBeNew ? ', and what is its address' : ''}?`}
      </legend>
      {known.length > 0 && (
        <PickField
          name={`${at}.id`}
          label={isUnnamed ? 'Property' : `Property for ${word}`}
          choices={mayBeNew ? [{ value: NEW, text: 'A new property' }, ...known] : known}
          value={choice}
          onChange={setChoice}
          required
        />
      )}
      {choice === NEW && (
        <>
          <TextField name={`${at}.name`} label="Name" defaultValue={name} maxLength={200} required />
          <FieldRow>
            <TextField
              name={`${at}.address_line`}
              label="Street address"
              defaultValue={address.address_line}
              maxLength={200}
              required
            />
            <TextField name={`${at}.city`} label="City" defaultValue={address.city} maxLength={100} required />
            <TextField
              name={`${at}.state`}
              label="State"
              defaultValue={address.state}
              minLength={2}
              maxLength={2}
              pattern="[A-Za-z]{2}"
              title="Two letters, such as OH"
              required
            />
            <TextField
              name={`${at}.postal_code`}
              label="ZIP code"
              defaultValue={address.postal_code}
              maxLength={10}
              pattern="[0-9]{5}(-[0-9]{4})?"
              title="Five digits, or nine as 43215-1234"
              required
            />
          </FieldRow>
        </>
      )}
    </fieldset>
  )
}

/** The units that identify a property without a name, such as `9 units 101 to 3E2`, without the code that tells files with the same units apart. */
function unitsOf(word: string): string {
  return word.replace(/^unnamed property, /, '').replace(/ \([0-9a-f]+\)$/, '')
}

function answersIn(
  values: Values,
  { properties, charges, statuses }: ImportQuestions,
): [answers: Answers, leftOut: readonly string[]] {
  const meanings = statuses.map(({ word }, index) => ({ word, status: values.text(`status.${index}`) }))
  const answers = {
    properties: properties.map(({ word }, index): PropertyAnswer => {
      const at = `property.${index}`
      const id = values.optional(`${at}.id`)
      if (id !== undefined && id !== NEW) return { word, property_id: id }
      return {
        word,
        name: values.text(`${at}.name`),
        address_line: values.text(`${at}.address_line`),
        city: values.text(`${at}.city`),
        state: values.text(`${at}.state`).toUpperCase(),
        postal_code: values.text(`${at}.postal_code`),
      }
    }),
    charges: charges.map(({ word }, index) => ({
      word,
      code: values.text(`charge.${index}`) as ChargeAnswer['code'],
    })),
    statuses: meanings.filter(({ status }) => status !== LEFT_OUT) as StatusAnswer[],
  }
  return [answers, meanings.filter(({ status }) => status === LEFT_OUT).map(({ word }) => word)]
}
