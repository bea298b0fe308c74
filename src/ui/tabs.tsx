/** Tabs and segmented choices. */
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import './tabs.css'
import './visually-hidden.css'

type TabsProps<K extends string> = {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly { readonly key: K; readonly label: ReactNode }[]
  chosen: K
  onChoose: (key: K) => void
  children: ReactNode
}

/** ARIA tabs with arrow key navigation. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<K>) {
  const id = useId()
  const idOf = (key: K) => `${id}-${key}`
  const moveByKey = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === chosen)
    // Negative indexes count from the end, for `at`.
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key]
    const next = target === undefined ? undefined : tabs.at(target % tabs.length)
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    document.getElementById(idOf(next.key))?.focus()
  }
  return (
    <>
      <div role="tablist" className="tabs" aria-label={label} onKeyDown={moveByKey}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            id={idOf(key)}
            type="button"
            role="tab"
            aria-selected={key === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={key === chosen ? 0 : -1}
            onClick={() => onChoose(key)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={idOf(chosen)}>
        {children}
      </div>
    </>
  )
}

type SegmentsProps<K extends string> = {
  label: string
  options: readonly { readonly key: K; readonly label: string }[]
  chosen: K
  onChoose: (key: K) => void
  disabled?: boolean
}

/** Segmented control on native radio buttons. */
export function Segments<K extends string>({
  label,
  options,
  chosen,
  onChoose,
  disabled = false,
}: SegmentsProps<K>) {
  const name = useId()
  return (
    <fieldset className="segments" disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ key, label: text }) => (
        <label key={key}>
          <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
