/** The message for the next page of this tab, such as “Login successful” (spec 8.8, 4.2). */
import { parseJson } from '#client/browser.ts'
import { tabStore } from '#client/storage.ts'

/** `rewardRefused`: why the invitation of the new account gave no reward. */
export type PageMessage =
  | { kind: 'signedIn' | 'signedOut' | 'cancelled' }
  | { kind: 'registered'; account: string; rewardRefused?: string | undefined }
type MessageOf<K extends PageMessage['kind']> = Extract<PageMessage, { kind: K }>

const storageKey = 'pageMessage'

export const setPageMessage = (message: PageMessage): void =>
  tabStore.set(storageKey, JSON.stringify(message))

export const hasPageMessage = (): boolean => tabStore.get(storageKey) !== null

/**
 * Returns the message if it is of the kind, and keeps it for a reload of the page. A message of
 * another kind is removed: its page was not opened, and it would appear at a later, wrong moment.
 */
export function readPageMessage<K extends PageMessage['kind']>(kind: K): MessageOf<K> | undefined {
  const message = parseJson(tabStore.get(storageKey)) as PageMessage | undefined
  if (message?.kind === kind) return message as MessageOf<K>
  tabStore.remove(storageKey)
  return undefined
}

/** Removes the message and returns it. Every page that shows none calls this too. */
export function takePageMessage(): PageMessage | undefined {
  const message = parseJson(tabStore.get(storageKey)) as PageMessage | undefined
  tabStore.remove(storageKey)
  return message
}
