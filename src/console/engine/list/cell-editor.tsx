/** Field over a cell that is changed in place: loaded at the first use. */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { getFieldTypeUi } from '#console/engine/fields/field-types.ts'
import { labelOfItem, toInputValue, validationErrorOf } from '#console/engine/form/form-values.ts'
import { isSame, type SaveCell } from '#console/engine/list/save-cell.ts'
import type { CellEdit } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { keepPlaced } from '#ui/keep-placed.ts'

type Props = {
  edit: CellEdit
  row: Row
  getLookupData: GetLookupData
  saveCell: SaveCell
  label: string
  /** Typed before the field was there; takes the place of the value where it is a text. */
  typed: string
  anchor: RefObject<HTMLElement | null>
  close: (hadFocus: boolean) => void
}

/** Kinds of fields whose value is typed. */
const textKinds: readonly string[] = ['text', 'longText', 'email', 'link']

export default function CellEditor({
  edit: { item },
  edit,
  row,
  getLookupData,
  saveCell,
  label,
  typed,
  anchor,
  close,
}: Props) {
  const { key, fieldType } = item
  const { Input } = getFieldTypeUi(fieldType)
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const startsWithTyped = typed !== '' && textKinds.includes(fieldType.kind)
  const [value, setValue] = useState<unknown>(startsWithTyped ? typed : row[key])
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  /** At once, for events between two renderings: the focus that moves on closing saves nothing. */
  const isBusy = useRef(false)
  /** The row as it was opened, whose version tells the server of a change elsewhere. */
  const [opened, setOpened] = useState<Row | undefined>(row)
  const latest = useRef(value)
  const lastKey = useRef<string>(undefined)
  usePlaceOver(panel, anchor)
  useEffect(() => {
    const control = panel.current?.querySelector<HTMLElement>('input, select, textarea')
    control?.focus({ preventScroll: true })
    if (control instanceof HTMLInputElement && !startsWithTyped) control.select()
    if (control instanceof HTMLSelectElement) showChoices(control)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it opens.
  }, [])

  const end = () => {
    isBusy.current = true
    close(panel.current?.contains(document.activeElement) === true)
  }

  async function save() {
    if (isBusy.current) return
    const next = latest.current
    const invalid = validationErrorOf(item, next)
    setError(invalid)
    if (invalid !== undefined) return
    if (isSame(toInputValue(item, next), toInputValue(item, row[key]))) return end()
    isBusy.current = true
    setSaving(true)
    const refusal = await saveCell(edit, opened ?? row, next)
    if (refusal === undefined) return end()
    isBusy.current = false
    setSaving(false)
    setError(refusal.text)
    // What is saved next is meant for the row as it is now.
    if (refusal.isConflict) setOpened(undefined)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    lastKey.current = event.key
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') void save()
    else if (!isSaving) end()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // The focus that goes to another window comes back.
    const keepsFocus = currentTarget.contains(document.activeElement)
    if (!keepsFocus && !currentTarget.contains(relatedTarget)) void save()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys and changes of the control inside bubble.
    <div
      ref={panel}
      popover="manual"
      className="cell-editor"
      aria-busy={isSaving}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      // Safari moves the focus to nothing when a button is pressed, which would save.
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button'))
          event.preventDefault()
      }}
      onPointerDown={() => (lastKey.current = undefined)}
      // A choice from the open list is final; arrow keys on the closed one go through the choices.
      onChange={({ target }) => {
        const isFinal = lastKey.current === undefined || lastKey.current === 'Enter'
        if (target instanceof HTMLSelectElement && isFinal) void save()
      }}
    >
      {Input && (
        <Input
          id={id}
          label={labelOfItem(item)}
          fieldType={fieldType}
          lookupData={getLookupData(fieldType)}
          formValues={() => row}
          value={value}
          onChange={(next) => {
            latest.current = next
            setValue(next)
            setError(undefined)
          }}
          aria-label={label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className="cell-error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

/** Needs a press of a key or pointer just before; without it, the list stays closed. */
function showChoices(select: HTMLSelectElement): void {
  try {
    select.showPicker()
  } catch {
    // The user opens it.
  }
}

/** Least width of the field, height of its first line (controls.css), and its distance from the edges of the window, in CSS pixels. */
const minWidth = 180
const lineHeight = 32
const margin = 8

/** Shows the panel over the anchor, which it follows. */
function usePlaceOver(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const [box, cell] = [panel.current, anchor.current]
    if (!box || !cell) return undefined
    box.showPopover()
    const place = () => {
      const { top, left, width, height } = cell.getBoundingClientRect()
      const shown = Math.max(width, minWidth)
      const center = top + (height - lineHeight) / 2
      box.style.width = `${shown}px`
      box.style.left = `${Math.max(margin, Math.min(left, innerWidth - shown - margin))}px`
      box.style.top = `${Math.max(margin, Math.min(center, innerHeight - box.offsetHeight - margin))}px`
    }
    const stop = keepPlaced(box, place)
    return stop
  }, [panel, anchor])
}
