/** What a row or card unfolds below itself, and the button that does it. */
import './unfold.css'
import { useId, useState, type ReactNode } from 'react'
import { t, messageOf } from '#console/refine/i18n.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import { PanelHost } from '#console/engine/panel-host.tsx'
import type { Row } from '#console/engine/resource.ts'
import { DownIcon } from '#ui/icons.tsx'

type Unfolding = {
  /** The button, or its empty place in a row without details; undefined in a list without any. */
  readonly toggle: ReactNode
  /** Id of the element for `details`. */
  readonly id: string
  /** Undefined while folded. */
  readonly details: ReactNode
}

export function useUnfold(row: Row, name: string, details: ListPage['rowDetails']): Unfolding {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  if (!details?.has(row))
    return { toggle: details && <i className="unfold" />, id, details: undefined }
  return {
    toggle: (
      <button
        type="button"
        className="icon-button unfold"
        aria-label={t('crud.list.actionOf', { action: messageOf(details.label), name })}
        aria-expanded={isUnfolded}
        aria-controls={isUnfolded ? id : undefined}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <DownIcon />
      </button>
    ),
    id,
    details: isUnfolded ? <PanelHost load={details.component} props={{ row }} /> : undefined,
  }
}
