/** Searchable list box: an ARIA combobox whose focus stays in the search input. */
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import '#ui/combobox.css'

export type Choice = { readonly value: string; readonly text: string; readonly hint?: string }
type Group = { readonly title?: string; readonly choices: readonly Choice[] }

type Props = {
  /** Accessible name of the list. */
  label: string
  /** Placeholder and accessible name of the search input. */
  placeholder: string
  query: string
  onType: (query: string) => void
  groups: readonly Group[]
  chosen: string
  onChoose: (choice: Choice) => void
  /** The results are outdated: Enter is ignored until the current search has finished. */
  busy?: boolean
  /** Rendered below the list. */
  children?: ReactNode
}

export function Combobox({
  label,
  placeholder,
  query,
  onType,
  groups,
  chosen,
  onChoose,
  busy = false,
  children,
}: Props) {
  const id = useId()
  const choices = groups.flatMap((group) => group.choices)
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      choices.findIndex(({ value }) => value === chosen),
    ),
  )
  const choiceId = (index: number) => `${id}-${index}`
  const show = (index: number) => {
    document.getElementById(choiceId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const move = (to: number) => {
    const next = Math.max(0, Math.min(choices.length - 1, to))
    setAt(next)
    show(next)
  }
  useEffect(() => {
    show(at)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on mount only
  }, [])
  const choose = (choice: Choice, within: HTMLElement) => {
    onChoose(choice)
    within.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // During IME composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
      Home: 0,
      End: choices.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined) move(to)
    else if (event.key !== 'Enter') return
    else if (choices[at] && !busy) choose(choices[at], event.currentTarget)
    event.preventDefault()
  }
  const firstOf = (group: number) =>
    groups.slice(0, group).reduce((count, one) => count + one.choices.length, 0)
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover is opened to type into it
        autoFocus
        type="search"
        className="control"
        role="combobox"
        aria-label={placeholder}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[at] ? choiceId(at) : undefined}
        placeholder={placeholder}
        value={query}
        onChange={({ target }) => {
          onType(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-busy={busy}
        className="search-list"
      >
        {groups.map((group, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups keep their order
          <div key={nth} role="presentation">
            {group.title !== undefined && <p role="presentation">{group.title}</p>}
            {group.choices.map((choice, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search input handles the keys
              <div
                key={choice.value}
                id={choiceId(firstOf(nth) + index)}
                role="option"
                tabIndex={-1}
                aria-selected={choice.value === chosen}
                data-at={firstOf(nth) + index === at}
                onClick={({ currentTarget }) => choose(choice, currentTarget)}
              >
                <span>{choice.text}</span>
                {choice.hint !== undefined && <code>{choice.hint}</code>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {children}
    </>
  )
}
