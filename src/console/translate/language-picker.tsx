/** Choosing one of two hundred languages: a button that says which, and under it a search with the languages used last on top. */
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { t } from '#console/providers/i18n.ts'
import { Popover } from '#console/screens/popover.tsx'
import { found, languageName, recentLanguages, usual } from '#console/translate/languages.ts'
import { DownIcon } from '#console/ui/icons.tsx'
import type { Language } from '#contract/translation.ts'

type Props = { label: string; languages: readonly Language[]; chosen: string; onChoose: (code: string) => void; fault?: string | undefined }

export function LanguagePicker({ label, languages, chosen, onChoose, fault }: Props) {
  const current = languages.find(({ langCode }) => langCode === chosen)
  const says = (
    <>
      <span className="language-label">{label}</span>
      <span className="language-current">{current ? languageName(current) : t('translate.pick')}</span>
      <DownIcon />
    </>
  )
  return (
    <div className="language-picker" data-wrong={fault !== undefined}>
      <Popover className="control language-chosen" label={says} lazily>
        <Search label={label} languages={languages} chosen={chosen} onChoose={onChoose} />
      </Popover>
      {fault !== undefined && (
        <span className="language-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  )
}

/** A combobox as ARIA describes it: the focus stays in the search, the arrows move through the list. */
function Search({ label, languages, chosen, onChoose }: Omit<Props, 'fault'>) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [recent] = useState(recentLanguages)
  const hits = found(languages, query)
  const first = recent.length > 0 ? recent : usual
  const lately = query === '' ? first.flatMap((code) => languages.filter(({ langCode }) => langCode === code)) : []
  const options = [...lately, ...hits]
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ langCode }) => langCode === chosen),
    ),
  )
  const optionId = (index: number) => `${id}-${index}`
  const show = (index: number) => document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  const move = (to: number) => {
    const next = Math.max(0, Math.min(options.length - 1, to))
    setAt(next)
    show(next)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- only as it opens
  useEffect(() => show(at), [])
  const choose = ({ langCode }: Language, within: HTMLElement) => {
    onChoose(langCode)
    within.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // These keys belong to the input method until it has made its characters.
    if (event.nativeEvent.isComposing) return
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 8, PageUp: at - 8, Home: 0, End: options.length - 1 }
    const to = steps[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && options[at]) choose(options[at], event.currentTarget)
    else return
    event.preventDefault()
  }
  const option = (one: Language, index: number) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search hears the keys
    <div
      key={`${index < lately.length ? 'lately ' : ''}${one.langCode}`}
      id={optionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={one.langCode === chosen}
      data-at={index === at}
      onClick={({ currentTarget }) => choose(one, currentTarget)}
    >
      <span>{languageName(one)}</span>
      <code>{one.langCode}</code>
    </div>
  )
  return (
    <>
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
        autoFocus
        type="search"
        className="control"
        role="combobox"
        aria-label={t('translate.search')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={options[at] ? optionId(at) : undefined}
        placeholder={t('translate.search')}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className="language-list">
        {lately.length > 0 && <p role="presentation">{t(recent.length > 0 ? 'translate.recent' : 'translate.usual')}</p>}
        {lately.map(option)}
        {lately.length > 0 && <p role="presentation">{t('translate.all')}</p>}
        {hits.map((one, index) => option(one, lately.length + index))}
      </div>
      {options.length === 0 && <output className="language-none">{t('translate.noLanguage', { query })}</output>}
    </>
  )
}
