/** Layout of a list page, with an aside next to the rows if something must be chosen first. */
import type { ReactNode } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import { valuesOf } from '#console/engine/list/list-state.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { List } from '#console/engine/list/use-list.ts'
import '#console/engine/list/with-aside.css'

type Props = { page: ListPage; list: List; head: ReactNode; children: ReactNode }

export function WithAside({
  page: { aside, filters },
  list: { state, change },
  head,
  children,
}: Props) {
  const filter = aside && filters.find(({ key }) => key === aside.filter)
  if (!aside || !filter) {
    return (
      <div className="list-page">
        {head}
        {children}
      </div>
    )
  }
  const choose = (value: string, quietly?: boolean) =>
    change({ filters: { [filter.key]: [value] } }, quietly)
  return (
    <div className="list-page">
      {head}
      <div className="sided">
        <div className="beside">
          <PanelHost
            load={aside.load}
            props={{ chosen: valuesOf(filter, state.query)[0], choose }}
          />
        </div>
        <div className="rows-side">{children}</div>
      </div>
    </div>
  )
}
