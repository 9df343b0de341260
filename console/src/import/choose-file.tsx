/** The first step of an import: the file, and how it is to be read. */
import { useEffect, useRef, useState } from 'react'
import { choices, type ImportFileInput } from '#client/console.ts'
import { Field, FieldRow, Form, SelectField, TextField } from '../kit/form.tsx'
import { Hint } from '../kit/notice.tsx'
import type { Values } from '../kit/values.ts'
import { useOrganization } from '../session/me.ts'
import { LAYOUTS, type Layout } from './mapping-choices.ts'

/** The largest file the service accepts, before base64 turns every three bytes into four characters. */
const MAX_FILE_BYTES = 12 * 1024 * 1024

/** Calls `onChange` when a choice changes, because a preview then no longer matches what would be imported. */
export function ChooseFile({
  onChosen,
  onChange,
}: {
  onChosen: (input: ImportFileInput) => Promise<void>
  onChange: () => void
}) {
  const { today } = useOrganization()
  const field = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()

  const take = (next: File | undefined) => {
    setFile(next)
    setError(undefined)
    onChange()
    if (next && next.size > MAX_FILE_BYTES) setError('This file is larger than 12 MiB. Split it and import the parts.')
    if (next && next.size === 0) setError('This file is empty. Choose another file.')
  }

  // A file that was corrected and is chosen again has the name of the one before, so that the browser reports no change but that the choice was canceled.
  useEffect(() => {
    const input = field.current
    const lookAgain = () => {
      if (input?.files?.[0] !== file) take(input?.files?.[0])
    }
    input?.addEventListener('cancel', lookAgain)
    return () => input?.removeEventListener('cancel', lookAgain)
  })

  async function preview(values: Values) {
    if (!file) return
    const content = await base64Of(file).catch(() => undefined)
    if (content === undefined) {
      if (field.current) field.current.value = ''
      take(undefined)
      setError('The file has been changed or moved since it was chosen. Choose it again.')
      return
    }
    const layout = values.optional('layout') as Layout | undefined
    await onChosen({
      file_name: file.name,
      content,
      as_of: values.optional('as_of'),
      skip_bad_rows: values.isSet('skip_bad_rows'),
      close_missing: values.isSet('close_missing'),
      ...(layout && { layout }),
    })
  }

  return (
    <div onChange={onChange}>
      <Form submit="Preview" send={preview} isReady={!error}>
        <FieldRow>
          <Field
            name="content"
            label="File"
            hint="An Excel workbook (.xlsx), CSV or tab-separated text. The header row shows whether it is a rent roll, payments, a ledger or work orders."
            required
          >
            {control => (
              <input
                ref={field}
                type="file"
                accept=".csv,.xlsx,.txt,.tsv,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
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
            max={today}
            hint="The date of the rent roll. Leave empty for the date in the file, or today."
          />
          <SelectField
            name="layout"
            label="Layout"
            choices={choices.importFile.layout.map(value => ({ value, text: LAYOUTS[value] }))}
            none="Recognized by the header row"
            hint="Choose one only if the file is recognized as the wrong layout."
          />
        </FieldRow>
        {error && <Hint tone="warn">{error}</Hint>}
        <div className="flex flex-col gap-2">
          <Option name="skip_bad_rows" text="Skip rejected rows instead of rejecting the whole file" />
          <Option name="close_missing" text="Move out residents who are no longer on the rent roll" />
        </div>
      </Form>
    </div>
  )
}

function Option({ name, text }: { name: string; text: string }) {
  return (
    <label className="flex items-start gap-2.5">
      <input type="checkbox" name={name} className="mt-1" />
      {text}
    </label>
  )
}

/**
 * The base64 of a file. The browser encodes it, because many megabytes are too many arguments for one function call.
 */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.readAsDataURL(file)
  })
}
