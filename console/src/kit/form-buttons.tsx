/** The buttons that end a form: they cancel it, send it, or send it and start another. */
import { Button } from './button.tsx'

export function FormButtons({
  submit,
  isSending,
  isReady,
  danger,
  onCancel,
  another,
}: {
  submit: string
  isSending: boolean
  isReady: boolean
  danger: boolean
  onCancel: (() => void) | undefined
  /** The button that sends the form and starts another. */
  another?: { submit: string; send: () => void } | undefined
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {/* What has been sent can no longer be canceled. */}
      {onCancel && (
        <Button onClick={onCancel} disabled={isSending}>
          {/* Next to a button such as Cancel lease, a second Cancel would be taken for it. */}
          {submit.startsWith('Cancel ') ? 'Go back' : 'Cancel'}
        </Button>
      )}
      {/* Enter presses the only button of the type submit. */}
      {another && (
        <Button onClick={another.send} disabled={isSending || !isReady}>
          {another.submit}
        </Button>
      )}
      <Button type="submit" look={danger ? 'danger' : 'primary'} disabled={isSending || !isReady} aria-busy={isSending}>
        {isSending ? 'One moment…' : submit}
      </Button>
    </div>
  )
}
