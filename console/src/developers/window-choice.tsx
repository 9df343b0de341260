/** The period that figures cover, kept in the URL. */
import { choices } from '#client/console.ts'
import { useUrlSearch } from '../session/url-search.ts'

type Window = (typeof choices.listFailures.window)[number]

const NAMES: Record<Window, string> = { '1h': 'Hour', '24h': 'Day', '30d': '30 days' }

export function useWindow(): Window {
  const { search } = useUrlSearch()
  return choices.listFailures.window.find(window => window === search.window) ?? '24h'
}

export function WindowChoice() {
  const chosen = useWindow()
  const { change } = useUrlSearch()
  return (
    <fieldset className="inline-flex overflow-hidden rounded-md border border-line-strong bg-surface">
      <legend className="sr-only">Period</legend>
      {choices.listFailures.window.map(window => (
        <button
          key={window}
          type="button"
          aria-pressed={window === chosen}
          onClick={() => change({ window }, { replace: true })}
          className={`min-h-[34px] px-3 font-medium text-[13px] ${window === chosen ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-hover'}`}
        >
          {NAMES[window]}
        </button>
      ))}
    </fieldset>
  )
}
