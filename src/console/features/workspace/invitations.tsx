/** The user's pending invitations to work spaces. */
import { t } from '#console/refine/i18n.ts'
import {
  useWorkspaceMutation,
  useWorkspaceQuery,
} from '#console/features/workspace/use-workspace.ts'
import { spaceInvitations } from '#contract/spaces.ts'

export function Invitations({ onAccepted }: { onAccepted: (spaceId: string) => void }) {
  const { working, make } = useWorkspaceMutation()
  const { data = [] } = useWorkspaceQuery(spaceInvitations.mine, {})
  if (data.length === 0) return null
  return (
    <div className="card side-card invitations">
      <section aria-labelledby="my-invitations">
        <header>
          <h2 id="my-invitations">{t('workspace.mine.title', { count: data.length })}</h2>
        </header>
        <ul>
          {data.map(({ spaceId, spaceName, ownerName, createDateTime }) => {
            const accept = async () => {
              const done = t('workspace.mine.accepted', { name: spaceName })
              if (await make(spaceInvitations.accept, { spaceId }, done))
                onAccepted(String(spaceId))
            }
            const named = (action: string) => t('workspace.of', { action, name: spaceName })
            return (
              <li key={spaceId} title={createDateTime}>
                <strong>{spaceName}</strong>
                <small>{t('workspace.mine.from', { owner: ownerName })}</small>
                <span className="answers">
                  <button
                    type="button"
                    className="button primary"
                    disabled={working}
                    aria-label={named(t('workspace.mine.accept'))}
                    onClick={() => void accept()}
                  >
                    {t('workspace.mine.accept')}
                  </button>
                  <button
                    type="button"
                    className="button"
                    disabled={working}
                    aria-label={named(t('workspace.mine.decline'))}
                    onClick={() =>
                      void make(spaceInvitations.decline, { spaceId }, t('workspace.mine.declined'))
                    }
                  >
                    {t('workspace.mine.decline')}
                  </button>
                </span>
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
