/** The records that a picker offers: the first that the service finds for what is typed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOptions } from '#client/call.ts'
import type { Page } from '#client/pages.ts'
import type { Search } from '../kit/combobox.tsx'
import type { Choice } from '../kit/matching.ts'
import { sentenceOf } from '../kit/notice.tsx'
import { useOrganization } from '../session/me.ts'
import { useDebounced } from '../session/use-debounced.ts'

const STALE_MS = 30_000
/** How many records are offered at once; any other is found by typing. */
const OFFERED = 20
/** The longest text that the service searches for. */
const MAX_SEARCH_LENGTH = 100

/** Searches by `list`, whose replies are cached under `name`. */
export function useRecordSearch<Row>(
  name: string,
  list: (input: { search: string | undefined; limit: number }, options: CallOptions) => Promise<Page<Row>>,
  choiceOf: (row: Row) => Choice,
): { choices: Choice[]; rows: readonly Row[]; search: Search } {
  const { id } = useOrganization()
  const [typed, setTyped] = useState('')
  const text = typed.trim().slice(0, MAX_SEARCH_LENGTH)
  const asked = useDebounced(text)
  const { data, error, isPlaceholderData, isPending } = useQuery({
    queryKey: [id, name, 'to choose from', asked],
    queryFn: ({ signal }) => list({ search: asked || undefined, limit: OFFERED }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  const rows = error ? [] : (data?.data ?? [])
  return {
    rows,
    choices: rows.map(choiceOf),
    search: {
      onText: setTyped,
      isBusy: !error && (asked !== text || isPlaceholderData || isPending),
      total: data?.pagination.total ?? 0,
      failure: error ? sentenceOf(error) : undefined,
    },
  }
}
