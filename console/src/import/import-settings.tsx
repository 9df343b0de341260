/** The import settings: the meanings of words in files, as members have answered them. */
import { useState } from 'react'
import type {
  ImportMapping,
  MappedCharge,
  MappedColumn,
  MappedStatus,
  UpdateImportMappingInput,
} from '#client/console.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import type { Choice } from '../kit/matching.ts'
import { Empty, Failure } from '../kit/notice.tsx'
import { Card, Fact, Facts, Page, Shimmer } from '../kit/page.tsx'
import { PickField } from '../kit/pick-field.tsx'
import type { Values } from '../kit/values.ts'
import { propertyChoices, useProperties } from '../records/record-names.tsx'
import { useOrganization } from '../session/me.ts'
import { useChanged } from '../session/use-changed.ts'
import { useRead } from '../session/use-read.ts'
import {
  CHARGE_CHOICES,
  IGNORED,
  LAYOUT_CHOICES,
  LAYOUTS,
  type Layout,
  meaningChoices,
  STATUS_CHOICES,
} from './mapping-choices.ts'

export function ImportSettingsPage() {
  const mapping = useRead(['import', 'mapping'], (client, call) => client.getImportMapping({}, call))
  const properties = useProperties()
  return (
    <Page
      title="Import settings"
      about="What the words in your files mean. An import asks about a new word once, and the answers are kept here. A change applies to later imports."
    >
      {mapping.error && !mapping.data ? (
        <Failure error={mapping.error} retry={mapping.refetch} />
      ) : mapping.data && properties.data ? (
        <Cards mapping={mapping.data} properties={propertyChoices(properties.data)} />
      ) : (
        <Card>
          <Shimmer className="h-48 w-full" />
        </Card>
      )}
    </Page>
  )
}

function Cards({ mapping, properties }: { mapping: ImportMapping; properties: readonly Choice[] }) {
  const { column_choices: kinds, ...answers } = mapping
  if (Object.values(answers).every(words => words.length === 0)) {
    return (
      <Card>
        <Empty title="No answers yet">
          When an import asks what a property, a charge code, a unit, a column or a layout in a file means, the answer
          appears here.
        </Empty>
      </Card>
    )
  }
  return (
    <>
      <Words
        title="Properties"
        words={mapping.properties.map(({ word, property_id }) => ({ word, meaning: property_id }))}
        choices={properties}
        changeOf={words => ({ properties: words.map(({ word, meaning }) => ({ word, property_id: meaning })) })}
      />
      <Words
        title="Charge codes"
        words={mapping.charges.map(({ word, code }) => ({ word, meaning: code }))}
        choices={CHARGE_CHOICES}
        changeOf={words => ({
          charges: words.map(({ word, meaning }) => ({ word, code: meaning as MappedCharge['code'] })),
        })}
      />
      <Words
        title="Statuses of units"
        words={mapping.statuses.map(({ word, status }) => ({ word, meaning: status }))}
        choices={STATUS_CHOICES}
        changeOf={words => ({
          statuses: words.map(({ word, meaning }) => ({ word, status: meaning as MappedStatus['status'] })),
        })}
      />
      <Words
        title="Layouts"
        words={mapping.layouts.map(({ recognized_as, layout }) => ({ word: recognized_as, meaning: layout }))}
        labelOf={word => `Files recognized as ${LAYOUTS[word as Layout]}`}
        choices={LAYOUT_CHOICES}
        changeOf={words => ({
          layouts: words.map(({ word, meaning }) => ({ recognized_as: word as Layout, layout: meaning as Layout })),
        })}
      />
      {kinds
        .filter(({ kind }) => mapping.columns.some(column => column.kind === kind))
        .map(({ kind, columns }) => (
          <Words
            key={kind}
            title={COLUMNS_OF[kind]}
            words={mapping.columns.filter(column => column.kind === kind).map(wordOfColumn)}
            choices={meaningChoices(
              columns,
              mapping.columns.filter(column => column.kind === kind),
            )}
            changeOf={words => ({
              columns: [
                ...mapping.columns.filter(column => column.kind !== kind),
                ...words.map(({ word, meaning }) => ({ kind, word, column: meaning === IGNORED ? null : meaning })),
              ],
            })}
          />
        ))}
    </>
  )
}

const COLUMNS_OF: Record<MappedColumn['kind'], string> = {
  RENT_ROLL: 'Columns of rent rolls',
  PAYMENTS: 'Columns of payments',
  LEDGER: 'Columns of ledgers',
  WORK_ORDERS: 'Columns of work orders',
}

function wordOfColumn({ word, column }: MappedColumn): Word {
  return { word, meaning: column ?? IGNORED }
}

type Word = { word: string; meaning: string }

/** One list of words: a form for administrators, the meanings alone for viewers. */
function Words({
  title,
  words,
  choices,
  changeOf,
  labelOf = word => word,
}: {
  title: string
  words: readonly Word[]
  choices: readonly Choice[]
  changeOf: (words: Word[]) => UpdateImportMappingInput
  /** The words that the page shows for a word; the word itself if left out. */
  labelOf?: (word: string) => string
}) {
  const { client, may } = useOrganization()
  const changed = useChanged()
  const [forgotten, setForgotten] = useState<readonly string[]>([])
  const kept = words.filter(({ word }) => !forgotten.includes(word))
  if (words.length === 0) {
    return (
      <Card title={title}>
        <Empty title="Nothing remembered yet">Answers appear here when an import has asked for them.</Empty>
      </Card>
    )
  }
  if (!may('ADMIN')) {
    return (
      <Card title={title}>
        <Facts>
          {words.map(({ word, meaning }) => (
            <Fact key={word} name={labelOf(word)}>
              {choices.find(({ value }) => value === meaning)?.text ?? meaning}
            </Fact>
          ))}
        </Facts>
      </Card>
    )
  }
  async function save(values: Values) {
    const now = kept.map(({ word }) => ({ word, meaning: values.text(word) }))
    await client.updateImportMapping(changeOf(now))
    setForgotten([])
    await changed(`${title} saved`)
  }
  return (
    <Card title={title}>
      <Form submit={`Save ${title.toLowerCase()}`} send={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          {kept.map(({ word, meaning }) => (
            <div key={word} className="flex items-end gap-2">
              <PickField name={word} label={labelOf(word)} choices={choices} defaultValue={meaning} required />
              <Button onClick={() => setForgotten([...forgotten, word])} aria-label={`Forget ${labelOf(word)}`}>
                Forget
              </Button>
            </div>
          ))}
        </div>
      </Form>
    </Card>
  )
}
