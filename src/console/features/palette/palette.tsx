/** Command palette: pages, actions and records by typing, all with the keyboard. */
import { useState, type ReactNode } from 'react'
import { notifyFailure } from '#console/refine/notification.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { areSingleKeysOn } from '#console/shell/palette-storage.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import type { PageModel } from '#console/engine/page-model.ts'
import type {
  FoundGroup,
  FoundRecord,
  PaletteAction,
  PaletteConfig,
} from '#console/features/palette/palette-config.ts'
import { matchScore } from '#console/features/palette/match.ts'
import { t } from '#console/features/palette/messages.ts'
import { readRecent, rememberRecent } from '#console/features/palette/recent.ts'
import { useRecordSearch, type RecordSearch } from '#console/features/palette/use-record-search.ts'
import { Combobox, type Choice } from '#ui/combobox.tsx'
import { PageIcon, type MenuIconName } from '#ui/menu-icons.tsx'

type Entry = Choice & {
  readonly icon: MenuIconName
  readonly detail?: string | undefined
  /** Texts that are searched beside the title, with the least score. */
  readonly about?: readonly string[]
  /** Keys pressed one after the other. */
  readonly keys?: readonly string[] | undefined
  /** Stored with recent entries that are not listed without a search. */
  readonly record?: FoundRecord
  readonly run: () => void
}
type Group = { readonly title: string; readonly choices: readonly Entry[] }

type Pick = Extract<PaletteAction, { pick: unknown }>

type PaletteProps = {
  /** That the user may open. */
  pages: readonly PageModel[]
  config: PaletteConfig
  /** Before it opened. */
  typed: string
  go: (to: string) => void
  showShortcuts: () => void
  /** Replaces the palette by what an action opens for a record. */
  showPanel: (render: (close: () => void) => ReactNode) => void
  close: () => void
}

/** Most entries of the group of recent ones. */
const maxRecent = 5

export function Palette({
  pages,
  config,
  typed,
  go,
  showShortcuts,
  showPanel,
  close,
}: PaletteProps) {
  const canUse = useCanUse()
  const [query, setQuery] = useState(typed)
  const [pick, setPick] = useState<Pick>()
  const [isOpening, setOpening] = useState(false)
  const canSearch = canUse(config.search.call)
  const search = useRecordSearch(config.search, query, { canSearch, isPick: pick !== undefined })

  const startPick = (action: Pick | undefined) => {
    setPick(action)
    setQuery('')
  }
  const openFor = async (action: Pick, record: FoundRecord) => {
    setOpening(true)
    try {
      showPanel(await action.open(record))
    } catch (error) {
      notifyFailure(error)
      setOpening(false)
    }
  }

  const recordEntry = (record: FoundRecord): Entry => ({
    value: record.id,
    text: record.title,
    detail: record.detail,
    icon: record.icon,
    record,
    run: () => (pick ? void openFor(pick, record) : go(record.to)),
  })
  const pageEntries = pages.map((page): Entry => ({
    value: `page:${page.name}`,
    text: messageOf(page.title),
    icon: page.menu?.icon ?? 'page',
    keys: keysOf(page, config),
    about: wordsOf(page),
    run: () => go(`/${page.route}`),
  }))
  const actionEntries: Entry[] = [
    ...config.actions
      .filter((action) => canUse(action.call) && (!('pick' in action) || canSearch))
      .map((action) => ({
        value: `action:${action.name}`,
        text: t(`actions.${action.name}`),
        icon: action.icon,
        run: () =>
          'pick' in action
            ? startPick(action)
            : go(action.open ? `/${action.route}?open=${action.open}` : `/${action.route}`),
      })),
    {
      value: 'action:shortcuts',
      text: t('actions.shortcuts'),
      icon: 'settings',
      keys: areSingleKeysOn() ? ['?'] : undefined,
      run: showShortcuts,
    },
  ]
  const groups = pick
    ? recordGroups(
        search.groups
          .filter(({ name }) => name === pick.pick)
          .map(({ name, records }) => ({
            name,
            records: records.filter(({ isDeleted }) => !isDeleted),
          })),
        recordEntry,
      )
    : query.trim() === ''
      ? startGroups(pageEntries, actionEntries, recordEntry, canSearch)
      : [
          ...matchingGroups(query, pageEntries, actionEntries),
          ...recordGroups(search.groups, recordEntry),
        ]

  const choose = (entry: Entry) => {
    if (!pick) rememberRecent({ id: entry.value, ...(entry.record && { record: entry.record }) })
    entry.run()
  }
  const placeholder = pick
    ? t(`pick.${pick.name as 'distribute' | 'adjust'}`)
    : t(`placeholder.${canSearch ? config.placeholder : 'pages'}`)
  return (
    <Dialog shape="palette" title={t('title')} onClose={close}>
      <Combobox<Entry>
        // Begins anew with the first choice, and with the focus in the input.
        key={pick?.name ?? ''}
        label={t('results')}
        placeholder={placeholder}
        query={query}
        onType={setQuery}
        groups={groups}
        onChoose={choose}
        onBackspace={pick && (() => startPick(undefined))}
        renderChoice={renderEntry}
        busy={isOpening}
      >
        <Status
          search={search}
          query={query.trim()}
          count={groups.reduce((sum, { choices }) => sum + choices.length, 0)}
        />
        <KeyHints isPick={pick !== undefined} />
      </Combobox>
    </Dialog>
  )
}

function keysOf({ name }: PageModel, { pageKeys }: PaletteConfig): readonly string[] | undefined {
  const key = Object.keys(pageKeys).find((candidate) => pageKeys[candidate] === name)
  return key !== undefined && areSingleKeysOn() ? ['G', key.toUpperCase()] : undefined
}

const recordGroups = (
  groups: readonly FoundGroup[],
  toEntry: (record: FoundRecord) => Entry,
): Group[] =>
  groups
    .filter(({ records }) => records.length > 0)
    .map(({ name, records }) => ({ title: t(`groups.${name}`), choices: records.map(toEntry) }))

/** Before anything is typed: recent entries, then the others. */
function startGroups(
  pages: readonly Entry[],
  actions: readonly Entry[],
  toEntry: (record: FoundRecord) => Entry,
  canSearch: boolean,
): Group[] {
  const known = [...pages, ...actions]
  const recent = readRecent()
    .flatMap(({ id, record }) => {
      const found = known.find(({ value }) => value === id)
      if (found) return [found]
      return record && canSearch ? [toEntry(record)] : []
    })
    .slice(0, maxRecent)
  const isOther = (entry: Entry) => !recent.includes(entry)
  return withoutEmpty([
    { title: t('groups.recent'), choices: recent },
    { title: t('groups.actions'), choices: actions.filter(isOther) },
    { title: t('groups.pages'), choices: pages.filter(isOther) },
  ])
}

/** What a page is for, and the buttons of a list: “Reset password” finds the sub-accounts. */
function wordsOf(page: PageModel): string[] {
  const buttons =
    page.view === 'list'
      ? [
          ...[...page.create, ...page.forms, ...page.actions].map(
            ({ messages }) => messages.action,
          ),
          ...[...page.panels, ...page.bulkPanels].map(({ action }) => action),
        ]
      : []
  return [page.help, ...buttons].map((key) => messageOf(key))
}

const leastTyped = 3
const leastTypedChinese = 2

/** Words of the texts beside the title count once enough of them is typed. */
function scoreOf(query: string, { text, about = [] }: Entry): number {
  const score = matchScore(query, text)
  const typed = query.trim().toLowerCase()
  const isEnough = typed.length >= (/\p{Script=Han}/u.test(typed) ? leastTypedChinese : leastTyped)
  const isAbout = isEnough && about.some((words) => words.toLowerCase().includes(typed))
  return score > 0 || !isAbout ? score : 0.5
}

/** The best matches first, of equal ones the most recent. */
function matchingGroups(
  query: string,
  pages: readonly Entry[],
  actions: readonly Entry[],
): Group[] {
  const recentIds = readRecent().map(({ id }) => id)
  const recency = ({ value }: Entry) =>
    recentIds.includes(value) ? recentIds.indexOf(value) : recentIds.length
  const best = (entries: readonly Entry[]) =>
    entries
      .map((entry) => ({ entry, score: scoreOf(query, entry) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || recency(a.entry) - recency(b.entry))
  const groups = [
    { title: t('groups.pages'), matches: best(pages) },
    { title: t('groups.actions'), matches: best(actions) },
  ].toSorted((a, b) => (b.matches[0]?.score ?? 0) - (a.matches[0]?.score ?? 0))
  return withoutEmpty(
    groups.map(({ title, matches }) => ({ title, choices: matches.map(({ entry }) => entry) })),
  )
}

const withoutEmpty = (groups: readonly Group[]): Group[] =>
  groups.filter(({ choices }) => choices.length > 0)

const renderEntry = ({ icon, text, detail, keys }: Entry) => (
  <>
    <PageIcon name={icon} />
    <span className="palette-text">
      {text}
      {detail !== undefined && <small>{detail}</small>}
    </span>
    {keys && (
      <span className="palette-keys" aria-hidden="true">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    )}
  </>
)

/** Announces how many results there are, and shows why there are none or not all. */
function Status({ search, query, count }: { search: RecordSearch; query: string; count: number }) {
  const text = search.isFailed
    ? t('status.failed')
    : search.isSearching
      ? t('status.searching')
      : count === 0
        ? query === ''
          ? t('status.noneYet')
          : t('status.none', { query })
        : undefined
  return (
    <p className={text === undefined ? 'visually-hidden' : 'palette-status'}>
      <output>{text ?? (query === '' ? '' : t('status.count', { count }))}</output>
      {search.isFailed && (
        <button type="button" className="text-button" onClick={search.retry}>
          {messageOf('shell.retry')}
        </button>
      )}
    </p>
  )
}

function KeyHints({ isPick }: { isPick: boolean }) {
  return (
    <p className="palette-hints" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('keys.move')}
      </span>
      <span>
        <kbd>Enter</kbd> {t('keys.open')}
      </span>
      {isPick && (
        <span>
          <kbd>Backspace</kbd> {t('keys.back')}
        </span>
      )}
      <span>
        <kbd>Esc</kbd> {t('keys.close')}
      </span>
    </p>
  )
}
