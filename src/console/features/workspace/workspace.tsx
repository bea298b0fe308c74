/** Sidebar of the contacts: spaces, members and invitations (spec 2.38), and the button to invite. */
import { lazy, Suspense, useEffect } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import type { AsideProps, HeaderActionsProps } from '#console/engine/resource.ts'
import { ListFailure, EmptyState } from '#console/engine/list/empty-states.tsx'
import { People } from '#console/features/workspace/people.tsx'
import {
  useRefreshWorkspace,
  useWorkspaceQuery,
  useWorkspaceMutation,
} from '#console/features/workspace/use-workspace.ts'
import { spaceInvitations, SpaceRole, spaces, type Space } from '#contract/workspace.ts'
import './workspace.css'
import { SectionError } from '#console/ui/query-card.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { useCreateSpace } from '#console/features/workspace/create-space.tsx'
import { SpaceButtons } from '#console/features/workspace/space-buttons.tsx'

export default function Workspace({ chosen, choose }: AsideProps) {
  const refresh = useRefreshWorkspace()
  const { data, error } = useWorkspaceQuery(spaces.list, {})
  // The invitations are above the spaces: both wait for each other, so that nothing moves.
  const isWaiting = useWorkspaceQuery(spaceInvitations.mine, {}).isLoading || !data
  const space = data?.find(({ id }) => String(id) === chosen)
  const first = data && firstSpaceOf(data)
  // Without a selection, or if the selected space is gone: the first space, or none (an empty id).
  const fallbackId =
    data && !space ? (first ? String(first.id) : chosen === undefined ? undefined : '') : undefined
  useEffect(() => {
    if (fallbackId !== undefined) choose(fallbackId, { replaceHistory: true })
    // oxlint-disable-next-line react/exhaustive-deps -- `choose` changes on every render
  }, [fallbackId])

  if (!data && error)
    return <ListFailure title={t('workspace.failed')} error={error} retry={() => void refresh()} />
  return (
    <section className="workspace" aria-label={t('workspace.label')} aria-busy={isWaiting}>
      {!isWaiting && <Invitations onAccepted={choose} />}
      <SpaceList
        key={isWaiting ? 'waiting' : 'spaces'}
        spaces={isWaiting ? undefined : data}
        chosen={space}
        choose={choose}
      />
      {space && !isWaiting && <People key={space.id} space={space} />}
    </section>
  )
}

/** Empty state of a user without a space: create the first one. */
export function NothingChosen({ choose }: Pick<AsideProps, 'choose'>) {
  const { data } = useWorkspaceQuery(spaces.list, {})
  const { open, dialog } = useCreateSpace(choose)
  // If spaces exist, the space list selects the first one.
  const isEmpty = data?.length === 0
  return (
    <>
      {isEmpty && (
        <EmptyState title={t('workspace.none.title')}>
          <button type="button" className="button primary" onClick={open}>
            <PlusIcon />
            {t('workspace.create.action')}
          </button>
        </EmptyState>
      )}
      {dialog}
    </>
  )
}

const Invite = lazy(() =>
  import('#console/features/workspace/space-dialogs.tsx').then(({ Invite: dialog }) => ({
    default: dialog,
  })),
)

/** Name of the dialog in addresses. */
const inviteDialog = 'invite'

/** Invites to the selected space, if the user is one of its hosts. */
export function HeaderActions({ chosen, dialog, setDialog }: HeaderActionsProps) {
  const { data } = useWorkspaceQuery(spaces.list, {})
  const space = data?.find(({ id }) => String(id) === chosen)
  const isHost = space !== undefined && space.role !== 'member'
  const isRefused = space !== undefined && !isHost && dialog !== undefined
  useEffect(() => {
    if (isRefused) setDialog(undefined)
  }, [isRefused, setDialog])
  if (!isHost) return null
  return (
    <>
      <button type="button" className="button" onClick={() => setDialog(inviteDialog)}>
        <PlusIcon />
        {t('workspace.invite.action')}
      </button>
      {dialog === inviteDialog && (
        <Suspense fallback={null}>
          <Invite space={space} close={() => setDialog(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const SampleWorkspace = lazy(() => import('#console/features/workspace/sample-workspace.tsx'))

export const Placeholder = () => <SampleWorkspace />

/** The first space by role: own ones first, otherwise in list order. */
const firstSpaceOf = (all: readonly Space[]): Space | undefined =>
  SpaceRole.options.flatMap((role) => all.filter((space) => space.role === role))[0]

type Props = {
  spaces: readonly Space[] | undefined
  chosen: Space | undefined
  choose: AsideProps['choose']
}

/** Visible spaces in three groups: own, shared, and those of sub-accounts. */
function SpaceList({ spaces, chosen, choose }: Props) {
  const { open, dialog } = useCreateSpace(choose)
  return (
    <div className="card side-card">
      {SpaceRole.options.map((role) => {
        const spacesOfRole = spaces?.filter((space) => space.role === role) ?? []
        if (spacesOfRole.length === 0 && role !== 'owner') return null
        return (
          <section key={role} aria-labelledby={`spaces-${role}`}>
            <header>
              <h2 id={`spaces-${role}`}>{t(`workspace.group.${role}`)}</h2>
              {role === 'owner' && (
                <button type="button" className="text-button" disabled={!spaces} onClick={open}>
                  <PlusIcon />
                  {t('workspace.create.action')}
                </button>
              )}
            </header>
            {!spaces && <Skeleton />}
            {spaces && spacesOfRole.length === 0 && (
              <p className="muted">{t('workspace.none.owner')}</p>
            )}
            <ul>
              {spacesOfRole.map((space) => (
                <SpaceLine
                  key={space.id}
                  space={space}
                  isChosen={space === chosen}
                  choose={choose}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {dialog}
    </div>
  )
}

function SpaceLine({
  space,
  isChosen,
  choose,
}: {
  space: Space
  isChosen: boolean
  choose: Props['choose']
}) {
  const contacts = t('workspace.contacts', {
    count: space.contactCount,
    shown: exactCount(space.contactCount),
  })
  return (
    <li className="space-line" data-chosen={isChosen}>
      <button
        type="button"
        className="space"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => choose(String(space.id))}
      >
        <strong>{space.name}</strong>
        <small>
          {space.role === 'owner'
            ? contacts
            : t('workspace.ofOwner', { owner: space.ownerName, contacts })}
        </small>
      </button>
      <SpaceButtons space={space} />
    </li>
  )
}

const Skeleton = () => (
  <>
    <i className="waiting" />
    <i className="waiting" />
  </>
)

/** The user's pending invitations to workspaces. */
export function Invitations({ onAccepted }: { onAccepted: (spaceId: string) => void }) {
  const { isWorking, mutate } = useWorkspaceMutation()
  const { data, error, refetch } = useWorkspaceQuery(spaceInvitations.mine, {})
  if (error && !data)
    return (
      <div className="card side-card">
        <section>
          <SectionError
            name={t('workspace.mine.name')}
            error={error}
            retry={() => void refetch()}
          />
        </section>
      </div>
    )
  if (!data || data.length === 0) return null
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
              if (await mutate(spaceInvitations.accept, { spaceId }, done))
                onAccepted(String(spaceId))
            }
            const labelOf = (action: string) => t('workspace.of', { action, name: spaceName })
            return (
              <li key={spaceId} title={createDateTime}>
                <strong>{spaceName}</strong>
                <small>{t('workspace.mine.from', { owner: ownerName })}</small>
                <span className="answers">
                  <button
                    type="button"
                    className="button primary"
                    disabled={isWorking}
                    aria-label={labelOf(t('workspace.mine.accept'))}
                    onClick={() => void accept()}
                  >
                    {t('workspace.mine.accept')}
                  </button>
                  <button
                    type="button"
                    className="button"
                    disabled={isWorking}
                    aria-label={labelOf(t('workspace.mine.decline'))}
                    onClick={() =>
                      void mutate(
                        spaceInvitations.decline,
                        { spaceId },
                        t('workspace.mine.declined'),
                      )
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
