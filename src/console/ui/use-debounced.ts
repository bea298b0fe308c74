/** What is being typed, once it has rested. */
import { useEffect, useState } from 'react'

/** The value as it was when nobody had changed it for so many milliseconds. */
export function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
