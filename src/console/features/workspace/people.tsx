/** Members of the selected space and its pending invitations, which its hosts manage. */
import { call } from '#client/api/call.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { SectionError } from '#console/ui/query-card.tsx'
import { useConfirm } from '#console/engine/confirm.tsx'
import { CloseIcon } from '#ui/icons.tsx'
import { IconButton } from '#console/features/workspace/space-buttons.tsx'
import {
  useWorkspaceMutation,
  useWorkspaceQuery,
} from '#console/features/workspace/use-workspace.ts'
import {
  spaceInvitations,
  spaceLimits,
  spaceMembers,
  type Space,
  type SpaceMember,
} from '#contract/workspace.ts'

export function People({ space }: { space: Space }) {
  const isHost = space.role !== 'member'
  const { data, error, refetch } = useWorkspaceQuery(spaceMembers.page, {
    spaceId: space.id,
    pageSize: spaceLimits.members,
  })
  return (
    <div className="card side-card">
      <section aria-labelledby="space-people">
        <header>
          <h2 id="space-people">
            {t('workspace.people.title', { count: data?.total ?? space.memberCount })}
          </h2>
        </header>
        {!data && !error && <i className="waiting" />}
        {!data && error && <SectionError error={error} retry={() => void refetch()} />}
        <ul className="people">
          {data?.rows.map((member) => (
            <Person key={member.userId} space={space} member={member} isHost={isHost} />
          ))}
        </ul>
      </section>
      {isHost && <PendingInvitations space={space} />}
    </div>
  )
}

function Person({
  space,
  member: { userId, name, nickname, role, joinedDateTime },
  isHost,
}: {
  space: Space
  member: SpaceMember
  isHost: boolean
}) {
  const me = useCurrentUser()
  const { mutate } = useWorkspaceMutation()
  const { ask, dialog } = useConfirm()
  const isMe = String(userId) === String(me?.userId)
  const remove = () =>
    ask({
      text: t('workspace.people.question', { name: nickname || name }),
      confirmLabel: t('workspace.people.remove'),
      danger: true,
      onConfirm: () =>
        mutate(spaceMembers.remove, { spaceId: space.id, userId }, t('workspace.people.removed')),
    })
  return (
    <li>
      <span title={t('workspace.people.joined', { at: joinedDateTime })}>
        <strong>{nickname || name}</strong>
        {nickname && <small>{name}</small>}
      </span>
      {role === 'owner' && <span className="tag">{t('codes.spaceRole.owner')}</span>}
      {isMe && <span className="tag">{t('workspace.people.you')}</span>}
      {isHost && role !== 'owner' && !isMe && (
        <IconButton
          action={t('workspace.people.remove')}
          name={nickname || name}
          onClick={() => void remove()}
        >
          <CloseIcon />
        </IconButton>
      )}
      {dialog}
    </li>
  )
}

function PendingInvitations({ space }: { space: Space }) {
  const { mutate } = useWorkspaceMutation()
  const { data, error, refetch } = useWorkspaceQuery(spaceInvitations.page, {
    spaceId: space.id,
    pageSize: spaceLimits.invitations,
  })
  if (error && !data)
    return (
      <section>
        <SectionError
          name={t('workspace.invite.openName')}
          error={error}
          retry={() => void refetch()}
        />
      </section>
    )
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="space-invited">
      <header>
        <h2 id="space-invited">{t('workspace.invite.open', { count: data.total })}</h2>
      </header>
      <ul className="people">
        {data.rows.map(({ account, createDateTime }) => (
          <li key={account}>
            <span title={t('workspace.invite.sent', { at: createDateTime })}>{account}</span>
            <IconButton
              action={t('workspace.invite.takeBack')}
              name={account}
              onClick={() => {
                const invitation = { spaceId: space.id, account }
                void mutate(
                  spaceInvitations.remove,
                  invitation,
                  t('workspace.invite.takenBack'),
                  () => call(spaceInvitations.create, invitation, { quiet: true }),
                )
              }}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
