/** Whether what is mounted still is, for a call that may outlast the dialog it was made in. */
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
