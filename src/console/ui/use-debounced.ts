/** Debounced value of a text input. */
import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `milliseconds`. */
export function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
