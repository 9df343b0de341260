/** The search part of the URL: text values by name and nothing else, so that URLs stay readable and can be written by hand. */
import { useNavigate, useSearch } from '@tanstack/react-router'

export type Search = { [name: string]: string | undefined }

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Reads and changes the filters of a list. Every change except of the page itself returns to the first page. */
export function useUrlSearch() {
  const search = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const change = (changes: Search, options: { replace?: boolean } = {}) =>
    navigate({
      to: '.',
      search: ((previous: Search) => ({ ...previous, offset: undefined, before: undefined, ...changes })) as never,
      resetScroll: false,
      replace: options.replace ?? false,
    })
  return { search, change }
}
