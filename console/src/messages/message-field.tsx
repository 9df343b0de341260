/** The text of a message to residents. It warns about a placeholder of other programs, which would reach the residents as it stands. */
import { useState } from 'react'
import { LongTextField } from '../kit/long-text-field.tsx'
import { Hint } from '../kit/notice.tsx'

const PLACEHOLDER = /\{\{[^{}\n]{1,60}\}\}/

export function MessageField({ maxLength }: { maxLength: number }) {
  const [placeholder, setPlaceholder] = useState<string>()
  return (
    <>
      <LongTextField
        name="body"
        label="Message"
        rows={6}
        maxLength={maxLength}
        required
        onInput={text => setPlaceholder(PLACEHOLDER.exec(text)?.[0])}
      />
      {placeholder && (
        <Hint tone="warn">Placeholders are not filled in. Everyone receives {placeholder} as it is written here.</Hint>
      )}
    </>
  )
}
