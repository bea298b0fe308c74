/** Collapsed state of the menu, saved in this browser. */
import { useState } from 'react'
import { browserStore } from '#client/storage.ts'

const key = 'menu'

export function useMenuState(): [shown: boolean, toggle: () => void] {
  const [shown, setShown] = useState(() => browserStore.get(key) !== 'hidden')
  const toggle = () => {
    browserStore.set(key, shown ? 'hidden' : 'shown')
    setShown(!shown)
  }
  return [shown, toggle]
}
