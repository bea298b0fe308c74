/** A random name for this browser, made when somebody first registers in it: so that rewards for invitations are not farmed. It says nothing else. */
import { newIdempotencyKey } from '#client/call.ts'
import { browserStore } from '#client/storage.ts'

const key = 'browserId'

export function browserId(): string {
  const id = browserStore.get(key) ?? newIdempotencyKey()
  browserStore.set(key, id)
  return id
}
