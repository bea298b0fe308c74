/** Height of the rows of all tables, which a user chooses and this browser remembers. */
import { useState } from 'react'
import { browserStore } from '#client/storage.ts'

export type RowDensity = { readonly isTall: boolean; readonly setTall: (isTall: boolean) => void }

const storageKey = 'rowDensity'

export function useRowDensity(): RowDensity {
  const [isTall, setTall] = useState(() => browserStore.get(storageKey) === 'tall')
  return {
    isTall,
    setTall(next) {
      setTall(next)
      if (next) browserStore.set(storageKey, 'tall')
      else browserStore.remove(storageKey)
    },
  }
}
