/** Reads the token of a link, from after `#`, where no server or proxy logs it, or after `?`, and removes it from the URL. */
import { useEffect, useState } from 'react'

export function useToken(): string | undefined {
  const [token] = useState(
    () =>
      new URLSearchParams(location.hash.slice(1)).get('token') ??
      new URLSearchParams(location.search).get('token') ??
      undefined,
  )
  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname)
  }, [token])
  return token
}
