/** The theme: light, dark or the system setting, remembered in this browser. public/startup.js sets it before the first paint. */
import { useState } from 'react'
import { remember } from '../session/remembered.ts'

type Theme = 'system' | 'light' | 'dark'

const STORED = 'theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  )
  const choose = (next: Theme) => {
    if (next === 'system') {
      delete document.documentElement.dataset.theme
      remember(STORED, undefined)
    } else {
      document.documentElement.dataset.theme = next
      remember(STORED, next)
    }
    setTheme(next)
  }
  return [theme, choose]
}
