/** Reads the token of a link, from after `#`, where no server or proxy logs it, or after `?`, and removes it from the URL. */
import { useEffect, useState } from 'react'

export function useToken(): string | undefined {
  const [token, setToken] = useState(tokenInUrl)
  useEffect(() => {
    const take = () => {
      const next = tokenInUrl()
      if (!next) return
      setToken(next)
      history.replaceState(history.state, '', location.pathname)
    }
    take()
    // Another link that is opened in the same tab changes what is after `#` without loading the page again.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return token
}

function tokenInUrl(): string | undefined {
  const [after, search] = [location.hash.slice(1), location.search].map(text => new URLSearchParams(text).get('token'))
  return after ?? search ?? undefined
}
