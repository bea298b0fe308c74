/** Opens a customer's account read-only in this tab, which gets a session of its own. */
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { browserStore, scopeKey, sessionKeys, tabStore, supportViewScope } from '#client/storage.ts'
import { supportViewInfoKey, type SupportViewInfo } from '#console/refine/read-only.ts'
import { exits } from '#console/refine/router.ts'
import { Arc } from '#console/ui/arc.tsx'
import { supportViewRequests } from '#contract/operator/support-views.ts'
import { tSupportView } from '#operator/customers/messages.ts'
import { FailureNote } from '#console/ui/failure-note.tsx'

/** Without the id of a request, the view of this tab is over. */
export default function OpenView() {
  const [id] = useState(() => new URLSearchParams(location.search).get('id'))
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    removeEarlierViews()
    if (id) startView(id).catch(setError)
  }, [id])
  const title = error ? 'failed' : id ? 'opening' : 'over'
  return (
    <main className="standalone">
      <div className="notice" role="status">
        <Arc />
        <header className="page-header">
          <div>
            <h1>{tSupportView(`customers.supportView.${title}`)}</h1>
            {title === 'over' && <p>{tSupportView('customers.supportView.overHelp')}</p>}
          </div>
        </header>
        {error !== undefined && <FailureNote error={error} />}
        {title !== 'opening' && (
          <div className="button-row">
            <a className="button" href="/operator/customers">
              {tSupportView('customers.supportView.back')}
            </a>
          </div>
        )}
      </div>
    </main>
  )
}

/**
 * Only the response contains the secret, never a URL. Replaces the operator's session in this tab;
 * other tabs keep theirs.
 */
async function startView(id: string): Promise<void> {
  const { sk, userId, account, untilDateTime, secondsLeft } = await call(
    supportViewRequests.open,
    { id },
    { quiet: true },
  )
  const scope = `${supportViewScope}${id}.`
  const info: SupportViewInfo = { account, untilDateTime, endsAt: Date.now() + secondsLeft * 1_000 }
  for (const key of Object.values(sessionKeys)) tabStore.remove(key)
  tabStore.set(`${scope}sk`, sk)
  tabStore.set(`${scope}userId`, String(userId))
  tabStore.set(supportViewInfoKey(scope), JSON.stringify(info))
  tabStore.set(scopeKey, scope)
  exits.replace('/UserCenterIndex')
}

/** Removes what earlier views of this tab, and of closed ones, have stored. */
function removeEarlierViews(): void {
  tabStore.remove(scopeKey)
  const viewKeysIn = (storage: Storage) =>
    Object.keys(storage).filter((key) => key.startsWith(supportViewScope))
  try {
    for (const key of viewKeysIn(sessionStorage)) tabStore.remove(key)
    for (const key of viewKeysIn(localStorage)) browserStore.remove(key)
  } catch {
    // Blocked storage keeps nothing.
  }
}
