/**
 * A random name for this browser, made when somebody first registers in it: so that rewards for
 * invitations are not farmed. It says nothing else.
 */
import { randomId } from '#client/random-id.ts'
import { browserStore } from '#client/storage.ts'

const key = 'browserId'

export function browserId(): string {
  const id = browserStore.get(key) ?? randomId()
  browserStore.set(key, id)
  return id
}
