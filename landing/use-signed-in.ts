/** Whether somebody is signed in, drawn anew when that changes in this tab or another. */
import { useSyncExternalStore } from 'react'
import { onSessionChange, signedIn } from '#client/session/session.ts'

export const useSignedIn = (): boolean => useSyncExternalStore(onSessionChange, signedIn)
