/** Title of the window while it is printed. */
import { useEffect } from 'react'

/** Browsers propose the title as the file name. */
export function usePrintTitle(name: string): void {
  useEffect(() => {
    let previousTitle = document.title
    const setTitle = () => {
      previousTitle = document.title
      document.title = name
    }
    const restoreTitle = () => {
      document.title = previousTitle
    }
    addEventListener('beforeprint', setTitle)
    addEventListener('afterprint', restoreTitle)
    return () => {
      removeEventListener('beforeprint', setTitle)
      removeEventListener('afterprint', restoreTitle)
    }
  }, [name])
}
