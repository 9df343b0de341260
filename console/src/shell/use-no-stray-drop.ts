/** Ignores a file that is dropped outside the places meant for it. The browser would open it in place of the console. */
import { useEffect } from 'react'

export function useNoStrayDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      const isField = event.target instanceof HTMLInputElement && event.target.type === 'file'
      if (isField || event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuse)
    return () => {
      for (const type of ['dragover', 'drop'] as const) removeEventListener(type, refuse)
    }
  }, [])
}
