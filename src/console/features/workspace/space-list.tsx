/** Visible spaces in three groups: own, shared, and those of sub-accounts. */
import { t } from '#console/refine/i18n.ts'
import { PlusIcon } from '#console/ui/icons.tsx'
import { useCreateSpace } from '#console/features/workspace/use-create-space.tsx'
import { SpaceButtons } from '#console/features/workspace/space-buttons.tsx'
import { SpaceRole, type Space } from '#contract/spaces.ts'

type Props = {
  spaces: readonly Space[] | undefined
  chosen: Space | undefined
  choose: (id: string, quietly?: boolean) => void
}

export function SpaceList({ spaces, chosen, choose }: Props) {
  const { open, dialog } = useCreateSpace(choose)
  return (
    <div className="card side-card">
      {SpaceRole.options.map((role) => {
        const some = spaces?.filter((space) => space.role === role) ?? []
        if (some.length === 0 && role !== 'owner') return null
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
            {!spaces && <Waiting />}
            {spaces && some.length === 0 && <p className="muted">{t('workspace.none.owner')}</p>}
            <ul>
              {some.map((space) => (
                <Line key={space.id} space={space} isChosen={space === chosen} choose={choose} />
              ))}
            </ul>
          </section>
        )
      })}
      {dialog}
    </div>
  )
}

function Line({
  space,
  isChosen,
  choose,
}: {
  space: Space
  isChosen: boolean
  choose: Props['choose']
}) {
  const contacts = t('workspace.contacts', { count: space.contactCount })
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

const Waiting = () => (
  <>
    <i className="waiting" />
    <i className="waiting" />
  </>
)
