/** Searchable list box: an ARIA combobox whose focus stays in the search input. */
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import '#ui/combobox.css'

/** `hint`: short code behind the text. */
export type Choice = { readonly value: string; readonly text: string; readonly hint?: string }
export type ChoiceGroup<C = Choice> = { readonly title?: string; readonly choices: readonly C[] }

type Props<C extends Choice> = {
  /** Accessible name of the list. */
  label: string
  /** Placeholder and accessible name of the search input. */
  placeholder: string
  query: string
  onType: (query: string) => void
  groups: readonly ChoiceGroup<C>[]
  /** Value of the current choice; without it, the active choice counts as selected. */
  chosen?: string
  onChoose: (choice: C) => void
  /** Content of a choice instead of text and hint. */
  renderChoice?: (choice: C) => ReactNode
  /** Called by Backspace in the empty search input. */
  onBackspace?: (() => void) | undefined
  /** The results are outdated: Enter is ignored until the current search has finished. */
  busy?: boolean
  /** Rendered below the list. */
  children?: ReactNode
}

/** Choices that PageUp and PageDown move by. */
const pageStep = 8

export function Combobox<C extends Choice>({
  label,
  placeholder,
  query,
  onType,
  groups,
  chosen,
  onChoose,
  renderChoice = renderText,
  onBackspace,
  busy = false,
  children,
}: Props<C>) {
  const id = useId()
  const choices = groups.flatMap((group) => group.choices)
  const [activeIndex, setActiveIndex] = useState(() =>
    Math.max(
      0,
      choices.findIndex(({ value }) => value === chosen),
    ),
  )
  const choiceId = (index: number) => `${id}-${index}`
  const scrollToChoice = (index: number) => {
    document.getElementById(choiceId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(choices.length - 1, index))
    setActiveIndex(next)
    scrollToChoice(next)
  }
  useEffect(() => {
    scrollToChoice(activeIndex)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs on mount only
  }, [])
  const choose = (choice: C, element: HTMLElement) => {
    onChoose(choice)
    element.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // During IME composition, these keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const targets: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + pageStep,
      PageUp: activeIndex - pageStep,
      Home: 0,
      End: choices.length - 1,
    }
    const target = targets[event.key]
    if (event.key === 'Backspace' && query === '') onBackspace?.()
    else if (target !== undefined) moveTo(target)
    else if (event.key !== 'Enter') return
    else if (choices[activeIndex] && !busy) choose(choices[activeIndex], event.currentTarget)
    event.preventDefault()
  }
  /** Index in `choices` of a choice of a group. */
  const indexOf = (groupIndex: number, index: number) =>
    groups.slice(0, groupIndex).reduce((count, group) => count + group.choices.length, index)
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover is opened to type into it
        autoFocus
        type="search"
        className="control"
        data-initial-focus
        role="combobox"
        aria-label={placeholder}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={choices[activeIndex] ? choiceId(activeIndex) : undefined}
        placeholder={placeholder}
        value={query}
        onChange={({ target }) => {
          onType(target.value)
          setActiveIndex(0)
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
        {groups.map((group, groupIndex) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- groups keep their order
            key={groupIndex}
            {...(group.title === undefined
              ? { role: 'presentation' }
              : { role: 'group', 'aria-label': group.title })}
          >
            {group.title !== undefined && <p aria-hidden>{group.title}</p>}
            {group.choices.map((choice, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search input handles the keys
              <div
                key={choice.value}
                id={choiceId(indexOf(groupIndex, index))}
                role="option"
                tabIndex={-1}
                aria-selected={
                  chosen === undefined
                    ? indexOf(groupIndex, index) === activeIndex
                    : choice.value === chosen
                }
                data-active={indexOf(groupIndex, index) === activeIndex}
                onPointerMove={() => setActiveIndex(indexOf(groupIndex, index))}
                onClick={({ currentTarget }) => choose(choice, currentTarget)}
              >
                {renderChoice(choice)}
              </div>
            ))}
          </div>
        ))}
      </div>
      {children}
    </>
  )
}

const renderText = ({ text, hint }: Choice) => (
  <>
    <span>{text}</span>
    {hint !== undefined && <code>{hint}</code>}
  </>
)
