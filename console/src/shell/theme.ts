/** Light, dark, or as the system has it; remembered in this browser. public/theme.js sets it before the first paint. */
import { useState } from 'react'

export type Theme = 'system' | 'light' | 'dark'

const STORED = 'gatehouse.theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  )
  const choose = (next: Theme) => {
    if (next === 'system') {
      delete document.documentElement.dataset.theme
      localStorage.removeItem(STORED)
    } else {
      document.documentElement.dataset.theme = next
      localStorage.setItem(STORED, next)
    }
    setTheme(next)
  }
  return [theme, choose]
}
