/** Random browser id, created at the first registration, against farming of invitation rewards. */
import { randomId } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'

const key = 'browserId'

export function browserId(): string {
  const id = browserStore.get(key) ?? randomId()
  browserStore.set(key, id)
  return id
}
