/** Cell whose value is changed in place: a button, over which the field of the form opens. */
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { labelOfItem } from '#console/engine/form/form-values.ts'
import type { SaveCell } from '#console/engine/list/save-cell.ts'
import type { CellEdit } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import { PencilIcon } from '#ui/icons.tsx'
import './editable-cell.css'

type Props = {
  edit: CellEdit
  row: Row
  /** Name of the row. */
  name: string
  getLookupData: GetLookupData
  saveCell: SaveCell
}

export const loadCellEditor = () => import('#console/engine/list/cell-editor.tsx')
const CellEditor = lazy(loadCellEditor)

export function EditableCell({ children, ...props }: Props & { children: ReactNode }) {
  const { edit, name } = props
  const [isOpen, setOpen] = useState(false)
  /** Typed while the editor loads, which then begins with it. */
  const [typed, setTyped] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const field = labelOfItem(edit.item)
  const open = () => {
    setTyped('')
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (!isOpen) return key === 'F2' && open()
    if (key === 'Escape') setOpen(false)
    if (ctrlKey || metaKey || altKey || key.length > 1) return undefined
    event.preventDefault()
    return setTyped((before) => before + key)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="editable-cell"
        // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- of ARIA 1.3, which all roles have.
        aria-description={t('crud.list.editCell', { field, name })}
        onClick={open}
        onKeyDown={onKeyDown}
      >
        <span>{children}</span>
        <PencilIcon />
      </button>
      {isOpen && (
        <Suspense>
          <CellEditor
            {...props}
            label={t('crud.list.cellOf', { field, name })}
            typed={typed}
            anchor={button}
            close={(hadFocus) => {
              if (hadFocus) button.current?.focus()
              setOpen(false)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
