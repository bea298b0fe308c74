/** Sign-in state of all tabs as a React hook. */
import { useSyncExternalStore } from 'react'
import { onSessionChange, signedIn } from '#client/session/session.ts'

export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, signedIn)
