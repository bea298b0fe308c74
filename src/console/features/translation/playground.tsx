/** Translation form: languages on top, source text and translation side by side. */
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { exactCount } from '#client/i18n/format.ts'
import { t } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import {
  charactersOf,
  isRefused,
  charactersLeft,
  maxCharacters,
  priceOf,
  priceText,
} from '#console/features/translation/cost.ts'
import { ResultPane } from '#console/features/translation/result-pane.tsx'
import {
  useTranslation,
  type TranslationInput,
} from '#console/features/translation/use-translation.ts'
import { SwapIcon, DownIcon } from '#ui/icons.tsx'
import type { Language } from '#contract/translation.ts'
import { detectSource } from '#contract/vocabulary.ts'
import { Popover } from '#ui/popover.tsx'
import { found, languageName, recentLanguages, usual } from '#console/engine/fields/languages.ts'
import { Combobox } from '#ui/combobox.tsx'

type PlaygroundProps = {
  input: TranslationInput
  onChange: (what: Partial<TranslationInput>) => void
  sourceList: readonly Language[]
  targetList: readonly Language[]
  waiting: boolean
}

export function Playground({ input, onChange, sourceList, targetList, waiting }: PlaygroundProps) {
  const me = useCurrentUser()
  const left = charactersLeft(me)
  const { working, result, error, translate } = useTranslation()
  const [tried, setTried] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const { source, target, text } = input
  const chars = charactersOf(text)
  const errors = {
    source:
      source === ''
        ? t('translate.askSource')
        : source === target
          ? t('translate.same')
          : undefined,
    target: target === '' ? t('translate.askTarget') : undefined,
    text: text.trim() === '' ? t('translate.askText') : tooMuch(chars),
  }
  const textError = tried || chars > 0 ? errors.text : undefined
  const price = priceOf(chars, me)
  const submit = () => {
    setTried(true)
    if (errors.text !== undefined) box.current?.focus()
    if (!working && Object.values(errors).every((validationError) => validationError === undefined))
      void translate(input)
  }
  const from = source === detectSource ? result?.detected : source
  const belongs = result?.input.text === text && result.input.target === target
  const swap = () =>
    onChange({
      source: target,
      target: from ?? '',
      ...(belongs ? { text: result.translated } : {}),
    })
  const canSwap =
    from !== undefined &&
    from !== '' &&
    target !== '' &&
    sourceList.some(({ langCode }) => langCode === target)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcut keys
    <form
      className="bench"
      noValidate
      aria-busy={waiting || working}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        submit()
      }}
    >
      <div className="bench-languages">
        <LanguagePicker
          label={t('translate.from')}
          languages={sourceList}
          chosen={source}
          onChoose={(code) => onChange({ source: code })}
          fault={tried && !waiting ? errors.source : undefined}
        />
        <button
          type="button"
          className="icon-button swap"
          aria-label={t('translate.swap')}
          title={canSwap ? t('translate.swap') : t('translate.cantSwap')}
          disabled={!canSwap}
          onClick={swap}
        >
          <SwapIcon />
        </button>
        <LanguagePicker
          label={t('translate.to')}
          languages={targetList}
          chosen={target}
          onChoose={(code) => onChange({ target: code })}
          fault={tried && !waiting ? errors.target : undefined}
        />
      </div>
      <div className="bench-panes">
        <div className="pane" data-wrong={tried && errors.text !== undefined}>
          <textarea
            ref={box}
            aria-label={t('translate.text')}
            placeholder={t('translate.placeholder')}
            value={text}
            dir="auto"
            aria-invalid={tried && errors.text !== undefined}
            aria-describedby="bench-cost"
            onChange={({ target: { value } }) => onChange({ text: value })}
          />
          <footer>
            <p
              id="bench-cost"
              data-tone={textError !== undefined || isRefused(price) ? 'error' : undefined}
            >
              {textError ??
                priceText(price, { count: exactCount(chars), left: exactCount(left ?? 0) }, me)}
            </p>
            <span className="counter" data-over={chars > maxCharacters}>
              {t('translate.count', { count: exactCount(chars), limit: exactCount(maxCharacters) })}
            </span>
            <button
              type="submit"
              className="button primary"
              disabled={working || waiting}
              aria-busy={working}
            >
              {t(working ? 'translate.working' : 'translate.submit')}
            </button>
          </footer>
        </div>
        <ResultPane
          result={result}
          error={error}
          working={working}
          languages={sourceList}
          retry={submit}
        />
      </div>
    </form>
  )
}

function tooMuch(chars: number): string | undefined {
  if (chars > maxCharacters)
    return t('translate.tooLong', {
      limit: exactCount(maxCharacters),
      excess: exactCount(chars - maxCharacters),
    })
  return undefined
}

type LanguagePickerProps = {
  label: string
  languages: readonly Language[]
  chosen: string
  onChoose: (code: string) => void
  fault?: string | undefined
}

/** Language picker: a button with a searchable list, recently used languages first. */
function LanguagePicker({ label, languages, chosen, onChoose, fault }: LanguagePickerProps) {
  const current = languages.find(({ langCode }) => langCode === chosen)
  const says = (
    <>
      <span className="language-label">{label}</span>
      <span className="language-current">
        {current ? languageName(current) : t('translate.pick')}
      </span>
      <DownIcon />
    </>
  )
  return (
    <div className="language-picker" data-wrong={fault !== undefined}>
      <Popover className="control language-chosen" label={says} lazy>
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

function Search({ label, languages, chosen, onChoose }: Omit<LanguagePickerProps, 'fault'>) {
  const [query, setQuery] = useState('')
  const [recent] = useState(recentLanguages)
  const hits = found(languages, query)
  const first = recent.length > 0 ? recent : usual
  const lately =
    query === ''
      ? first.flatMap((code) => languages.filter(({ langCode }) => langCode === code))
      : []
  const groups = [
    {
      title: t(recent.length > 0 ? 'translate.recent' : 'translate.usual'),
      choices: lately.map(choiceOf),
    },
    { title: t('translate.all'), choices: hits.map(choiceOf) },
  ]
  return (
    <Combobox
      label={label}
      placeholder={t('translate.search')}
      query={query}
      onType={setQuery}
      groups={lately.length > 0 ? groups : [{ choices: hits.map(choiceOf) }]}
      chosen={chosen}
      onChoose={({ value }) => onChoose(value)}
    >
      {hits.length === 0 && (
        <output className="search-list-says">{t('translate.noLanguage', { query })}</output>
      )}
    </Combobox>
  )
}

const choiceOf = (one: Language) => ({
  value: one.langCode,
  text: languageName(one),
  hint: one.langCode,
})
