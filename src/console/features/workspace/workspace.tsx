/** Sidebar of the contacts: spaces, members and invitations (spec 2.38). */
import { useEffect } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { AsideProps } from '#console/engine/resource.ts'
import { ListFailure } from '#console/engine/list/empty-states.tsx'
import { Invitations } from '#console/features/workspace/invitations.tsx'
import { People } from '#console/features/workspace/people.tsx'
import { SpaceList } from '#console/features/workspace/space-list.tsx'
import {
  useRefreshWorkspace,
  useWorkspaceQuery,
} from '#console/features/workspace/use-workspace.ts'
import { SpaceRole, spaces, type Space } from '#contract/spaces.ts'
import '#console/features/workspace/workspace.css'

export default function Workspace({ chosen, choose }: AsideProps) {
  const refresh = useRefreshWorkspace()
  const { data, error } = useWorkspaceQuery(spaces.list, {})
  const space = data?.find(({ id }) => String(id) === chosen)
  const first = data && firstOf(data)
  // Nothing is selected yet, or the selection is gone: a shared link, or a deleted space.
  const instead =
    data && !space ? (first ? String(first.id) : chosen === undefined ? undefined : '') : undefined
  useEffect(() => {
    if (instead !== undefined) choose(instead, true)
    // oxlint-disable-next-line react/exhaustive-deps -- `choose` changes on every render
  }, [instead])

  if (!data && error)
    return <ListFailure title={t('workspace.failed')} error={error} retry={() => void refresh()} />
  return (
    <section className="workspace" aria-label={t('workspace.label')} aria-busy={!data}>
      <Invitations onAccepted={choose} />
      <SpaceList spaces={data} chosen={space} choose={choose} />
      {space && <People key={space.id} space={space} />}
    </section>
  )
}

/** The first space by role: own ones first, otherwise in list order. */
const firstOf = (all: readonly Space[]): Space | undefined =>
  SpaceRole.options.flatMap((role) => all.filter((space) => space.role === role))[0]
