/** Whether the component is still mounted, for a call that may outlast the dialog that made it. */
import { type RefObject, useEffect, useRef } from 'react'

export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
