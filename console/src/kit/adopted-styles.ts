/** Stands in for react-style-singleton: the same styles by way of a constructed sheet, which needs no style element in the page. */
import { useEffect } from 'react'

export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let users = 0
  return function Style({ styles }: { styles: string; dynamic?: boolean }): null {
    useEffect(() => {
      sheet.replaceSync(styles)
      if (users++ === 0) document.adoptedStyleSheets.push(sheet)
      return () => {
        if (--users > 0) return
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter(adopted => adopted !== sheet)
      }
    }, [styles])
    return null
  }
}
