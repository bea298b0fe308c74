/** Live region that reports a lost network connection. */
import { useSyncExternalStore } from 'react'
import { t } from '#console/refine/i18n.ts'

export function OfflineHint() {
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine)
  return <output className="offline">{online ? '' : t('shell.offline')}</output>
}

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
