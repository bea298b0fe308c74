/** List page: filters, table, pagination, export, row actions and bulk actions. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { totalCount } from '#client/i18n/format.ts'
import { quietMoment } from '#client/quiet-moment.ts'
import { ImportButton } from '#console/engine/import/import-button.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { ExportButton } from '#console/engine/export/export-button.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { lastStep, matches } from '#console/engine/build-fields.ts'
import { useViewer } from '#console/refine/current-user.ts'
import { showToast } from '#ui/toasts.tsx'
import { useOffers, useCapabilities } from '#console/refine/capabilities.ts'
import type { Action, Column, Form, ListPage, PanelEntry } from '#console/engine/page-model.ts'
import type { BulkPanel, Row, Route } from '#console/engine/resource.ts'
import { CardList } from '#console/engine/list/card-list.tsx'
import { nameOfRow } from '#console/engine/list/cell-text.ts'
import { ColumnChooser, useColumnsShown, stackColumns } from '#console/engine/list/columns.tsx'
import { DataTable } from '#console/engine/list/data-table.tsx'
import { FilterBar, FilterChips } from '#console/engine/list/filter-bar.tsx'
import { BinIcon, RefreshIcon } from '#ui/icons.tsx'
import { ListFailure, NoRows, StaleHint } from '#console/engine/list/empty-states.tsx'
import { useKeptFocus, useLayoutMode, WithAside } from '#console/engine/list/layout.tsx'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { allowedPage, pageInTrash } from '#console/engine/list/allowed-page.ts'
import { ListPager, TotalsLine } from '#console/engine/list/pager.tsx'
import { PanelHost } from '#console/engine/panel-host.tsx'
import { hasRowButtons, type RowButton } from '#console/engine/list/row-actions.tsx'
import { type RowsProps, useSelection, type Selection } from '#console/engine/list/rows.ts'
import { useSavedViews, ViewChanges, ViewsButton } from '#console/engine/list/saved-views.tsx'
import { useActions } from '#console/engine/list/use-actions.ts'
import { useList } from '#console/engine/list/use-list.ts'
import { PageHeader } from '#console/ui/page-header.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import type { Capability, Endpoint } from '#contract/endpoint.ts'
import { hasCapability, type Role } from '#contract/roles.ts'
import '../../ui/overlays.css'
import './rows.css'
import './toolbar.css'
import { useNavigate } from 'react-router'
import { Dialog } from '#console/ui/overlays.tsx'
import { unavailableMessages } from '#console/engine/build-calls.ts'

const loadDrawer = () => import('#console/engine/form/form-drawer.tsx')
const FormDrawer = lazy(loadDrawer)
/** Preloads the code behind buttons once the rows are loaded. */
const loadCalls = () => import('#console/refine/data-http.ts')

type Opened =
  | { form: Form; row?: Row }
  | { panel: PanelEntry; row: Row }
  | { bulkPanel: PanelEntry<BulkPanel<Row>['component']> }
  | { needs: Capability }
  | { result: NonNullable<Form['result']>; answer: unknown }

/** List page: filters, table, pagination, export, row actions and bulk actions. */
export function ListScreen({ page: config }: { page: ListPage }) {
  const offers = useOffers()
  const list = useList(config)
  const { rows, state, loading, busy, error, refresh } = list
  const inTrash = String(state.query['deleted']) === '1'
  const page = useMemo(
    () => pageInTrash(allowedPage(config, offers), inTrash),
    [config, offers, inTrash],
  )
  const found = useReferenceData(
    [...config.columns.flatMap(({ fields }) => fields), ...config.filters].map(
      ({ fieldType }) => fieldType,
    ),
  )
  const { supports } = useCapabilities()
  const isAnswered = ({ fields }: Column) => fields.every(({ path }) => supports(page.page, path))
  const columns = useColumnsShown(
    { ...page, columns: page.columns.filter(isAnswered) },
    state.query,
    list.hidden,
  )
  const saved = useSavedViews(page, list, columns, found)
  const sortField = ({ fields: [field, ...others] }: Column) =>
    field && others.length === 0 && supports(page.page, 'sortBy')
      ? page.sortFields.find((name) => name === lastStep(field.path))
      : undefined
  const me = useViewer()
  const selection = useSelection(page.id, JSON.stringify(state.query), rows)
  const nameOf = useCallback((row: Row) => nameOfRow(page, row, found), [page, found])
  const { run, runMany, toggleFlag, working, dialog } = useActions(page, nameOf, refresh)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const container = useRef<HTMLDivElement>(null)
  const room = useLayoutMode(container, page.aside !== undefined)
  const keepFocus = useKeptFocus(container, rows)
  useEffect(() => {
    if (!loading)
      quietMoment()
        .then(loadCalls)
        .catch(() => undefined)
  }, [loading])

  /**
   * Opens the form or panel, or the capability dialog if the membership lacks what the endpoint
   * needs.
   */
  const open = (call: Pick<Endpoint, 'needs'> | undefined, what: Opened) =>
    setOpened(lackFor(call, me) ?? what)

  const formButton = (form: Form, row: Row): RowButton => ({
    name: form.name,
    label: form.messages.action,
    danger: false,
    press: () => open(form.call, { form, row }),
  })
  /** Orders editing before panels, and destructive actions last. */
  const buttonsOf = (row: Row): RowButton[] => {
    const forms = page.forms.filter(({ when }) => matches(row, when))
    const panels = page.panels.filter((panel) => matches(row, panel.when))
    return [
      ...forms.filter(({ name }) => name === 'edit').map((form) => formButton(form, row)),
      ...panels
        .filter(({ insteadOf }) => !panels.some(({ name }) => name === insteadOf))
        .map((panel) => ({
          name: panel.name,
          label: panel.action,
          danger: false,
          secondary: panel.secondary,
          press: () => open(panel.call, { panel, row }),
        })),
      ...forms.filter(({ name }) => name !== 'edit').map((form) => formButton(form, row)),
      ...page.actions
        .filter((action) => matches(row, action.when))
        .toSorted((a, b) => Number(a.confirm === 'danger') - Number(b.confirm === 'danger'))
        .map((action) => ({
          name: action.name,
          label: action.messages.action,
          danger: action.confirm === 'danger',
          busy: working === `${action.name}:${String(row[page.id ?? ''])}`,
          press: () => void press(action, row),
        })),
    ]
  }

  async function press(action: Action, row: Row) {
    const lack = lackFor(action.call, me)
    if (lack) return setOpened(lack)
    if (action.name === 'remove') keepFocus()
    if ((await run(action, row)) && action.name === 'remove') selection.pick([row], false)
  }

  async function pressBulk({ call, press }: { call: Endpoint | undefined; press: () => unknown }) {
    const lack = lackFor(call, me)
    if (lack) return setOpened(lack)
    if (selection.rows.length === 0)
      return showToast({
        key: 'nothing-selected',
        tone: 'info',
        text: t('crud.list.nothingSelected'),
      })
    await press()
  }
  const bulkButtons = [
    ...page.bulkPanels.map((bulkPanel) => ({
      name: bulkPanel.name,
      call: bulkPanel.call,
      label: bulkPanel.action,
      press: () => setOpened({ bulkPanel }),
    })),
    ...page.bulk.map((bulk) => ({
      name: bulk.name,
      call: bulk.call,
      label: bulk.messages.action,
      press: async () => (await runMany(bulk, selection.rows)) && selection.clear(),
    })),
  ]

  const creators = page.create.map((form, at) => (
    <button
      key={form.name}
      type="button"
      className={at === 0 ? 'button primary' : 'button'}
      onPointerEnter={() => void loadDrawer()}
      onFocus={() => void loadDrawer()}
      disabled={form.fromList.some((key) => state.query[key] === undefined)}
      onClick={() => open(form.call, { form })}
    >
      {messageOf(form.messages.action)}
    </button>
  ))
  // They lead to where something is created.
  for (const { name, route, action } of isReadOnly ? [] : page.links)
    creators.push(
      <AppLink key={`#${name}`} route={route} className="button primary">
        {messageOf(action)}
      </AppLink>,
    )
  const shared: RowsProps = {
    page,
    list,
    label: messageOf(page.title),
    columns: room === 'tight' ? stackColumns(columns.shown) : columns.shown,
    found,
    sortField,
    selection,
    nameOf,
    toggleFlag,
    buttonsOf: hasRowButtons(page) ? buttonsOf : undefined,
    empty: <NoRows page={page} list={list} inTrash={inTrash} first={creators[0]} />,
  }
  const failed = error !== undefined && rows.length === 0
  const above = page.header && !loading && (
    <PanelHost
      load={page.header}
      props={{ query: state.query, rows, scope: list.scope, poll: list.poll }}
    />
  )
  const hasFilters = page.filters.length > 0
  return (
    <WithAside
      page={page}
      list={list}
      head={
        <PageHeader title={messageOf(page.title)} help={messageOf(page.help)} actions={creators} />
      }
    >
      <div className="toolbar">
        {!hasFilters && above}
        <FilterBar
          filters={page.filters.filter(
            ({ inAside, isTrash, keys }) =>
              !inAside && !isTrash && keys.every((key) => supports(page.page, key)),
          )}
          list={list}
          found={found}
        />
        <div className="tools">
          <button
            type="button"
            className="button only-icon"
            aria-label={t('crud.list.refresh')}
            title={t('crud.list.refresh')}
            aria-busy={busy}
            onClick={() => void refresh()}
          >
            <RefreshIcon />
          </button>
          {saved && <ViewsButton saved={saved} />}
          <ColumnChooser chosen={columns} />
          {page.trash && (
            <button
              type="button"
              className="button trash-button"
              aria-label={t('crud.trash.label')}
              title={t('crud.trash.label')}
              aria-pressed={inTrash}
              onClick={() => list.change({ filters: { deleted: inTrash ? [] : ['1'] } })}
            >
              <BinIcon />
              <span>{t('crud.trash.label')}</span>
            </button>
          )}
          <ImportButton page={page} query={state.query} found={found} refresh={refresh} />
          {!isReadOnly && (
            <ExportButton
              page={page}
              columns={columns.shown}
              query={state.query}
              sort={state.sort}
              found={found}
              disabled={loading || rows.length === 0}
            />
          )}
        </div>
      </div>
      <div className="standing">
        {hasFilters && above}
        {bulkButtons.map((button) => (
          <button
            key={button.name}
            type="button"
            className="button"
            onClick={() => void pressBulk(button)}
          >
            {messageOf(button.label)}
          </button>
        ))}
        <Selected selection={selection} />
        {inTrash && page.trash && (
          <span className="selected">
            {messageOf(page.trash.note)}
            <button
              type="button"
              className="text-button"
              onClick={() => list.change({ filters: { deleted: [] } })}
            >
              {t('crud.trash.leave')}
            </button>
          </span>
        )}
        <FilterChips list={list} found={found} />
        {saved && <ViewChanges saved={saved} />}
        {page.totals && offers(page.totals) && !loading && (
          <TotalsLine of={page.totals} page={page} query={state.query} found={found} />
        )}
      </div>
      {error !== undefined && !failed && <StaleHint error={error} retry={() => void refresh()} />}
      <div ref={container} tabIndex={-1} className="rows" data-busy={busy && !loading}>
        {failed ? (
          <ListFailure error={error} retry={() => void refresh()} />
        ) : room === 'cards' ? (
          <CardList {...shared} />
        ) : (
          <DataTable {...shared} />
        )}
      </div>
      <output className="visually-hidden">
        {busy || failed
          ? ''
          : t('crud.list.loaded', {
              count: list.total,
              shown: totalCount(list.total, list.isTotalCapped),
            })}
      </output>
      {!failed && <ListPager list={list} />}
      {dialog}
      <Suspense fallback={null}>
        {opened && 'form' in opened && (
          <FormDrawer
            page={page}
            form={opened.form}
            row={opened.row}
            chosen={state.query}
            found={found}
            onClose={close}
            onSaved={(answer) => {
              const { result } = opened.form
              setOpened(result && { result, answer })
            }}
          />
        )}
      </Suspense>
      {opened && 'result' in opened && (
        <PanelHost load={opened.result} props={{ answer: opened.answer, close }} />
      )}
      {opened && 'panel' in opened && (
        <PanelHost load={opened.panel.load} props={{ row: opened.row, close }} />
      )}
      {opened && 'bulkPanel' in opened && (
        <PanelHost
          load={opened.bulkPanel.load}
          props={{ rows: selection.rows, close, done: () => (close(), selection.clear()) }}
        />
      )}
      {opened && 'needs' in opened && <CapabilityDialog needs={opened.needs} onClose={close} />}
    </WithAside>
  )
}

/** Capability that the membership lacks for an endpoint (spec 5.14). */
const lackFor = (
  call: Pick<Endpoint, 'needs'> | undefined,
  me: Role | null,
): { needs: Capability } | undefined =>
  call?.needs && !(me && hasCapability(call.needs, me)) ? { needs: call.needs } : undefined

function Selected({ selection: { rows, clear } }: { selection: Selection }) {
  if (rows.length === 0) return null
  return (
    <output className="selected">
      {t('crud.list.selected', { count: rows.length })}
      <button type="button" className="text-button" onClick={clear}>
        {t('crud.list.unselect')}
      </button>
    </output>
  )
}

/** Page on which memberships are bought. */
const recharge: Route = 'UserCenterRecharge'

/** Dialog shown when the membership lacks a capability; links to the checkout (spec 5.14). */
function CapabilityDialog({ needs, onClose }: { needs: Capability; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title={messageOf(unavailableMessages(needs, 'title'))} onClose={onClose}>
      <p>{messageOf(unavailableMessages(needs, 'help'))}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('crud.needs.close')}
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => void navigate(`/${recharge}`)}
        >
          {t('crud.needs.activate')}
        </button>
      </div>
    </Dialog>
  )
}
