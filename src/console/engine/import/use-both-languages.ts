/** Messages in both languages, for headings and values of files. */
import { useEffect, useState } from 'react'
import type { FindInBoth } from '#console/engine/import/parse-value.ts'
import { loadBothLanguages } from '#console/refine/i18n.ts'

/** Returns a function that finds messages in both languages; undefined until these are loaded. */
export function useMessagesInBothLanguages(): FindInBoth | undefined {
  // In an object, since React would call a function instead of storing it.
  const [messages, setMessages] = useState<{ find: FindInBoth }>()
  useEffect(() => {
    let isUnmounted = false
    void loadBothLanguages().then((findInBoth) => isUnmounted || setMessages({ find: findInBoth }))
    return () => void (isUnmounted = true)
  }, [])
  return messages?.find
}
