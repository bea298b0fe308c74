/** What this browser keeps for the command palette: the preference for single keys, recent entries. */
import { browserStore, sessionScope } from '#client/storage.ts'

const singleKeysKey = 'singleKeys'

/** Whether single keys such as `?` are shortcuts. They can be switched off (WCAG 2.1.4). */
export const areSingleKeysOn = (): boolean => browserStore.get(singleKeysKey) !== 'off'

export const setSingleKeys = (on: boolean): void =>
  browserStore.set(singleKeysKey, on ? 'on' : 'off')

const recentKey = `${sessionScope}recent`

/** Null if nothing is kept. */
export const readStoredRecent = (): string | null => browserStore.get(recentKey)

export const storeRecent = (text: string): void => browserStore.set(recentKey, text)

export const clearRecent = (): void => browserStore.remove(recentKey)
