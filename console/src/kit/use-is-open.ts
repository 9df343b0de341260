/** Whether the component is still mounted, for a call that may outlast the dialog that made it. */
import { type RefObject, useEffect, useRef } from 'react'

export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return isOpen
}
