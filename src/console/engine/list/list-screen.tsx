/** List page: filters, table, pagination, export, row actions and bulk actions. */
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { totalCount } from '#client/i18n/format.ts'
import { ImportButton } from '#console/engine/import/import-button.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { ExportButton } from '#console/engine/export/export-button.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { matches, lastSegment } from '#console/engine/build-fields.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { showToast } from '#ui/toasts.tsx'
import { useCapabilities, useCanUse } from '#console/refine/capabilities.ts'
import type { Action, Column, Form, ListPage, PanelEntry } from '#console/engine/page-model.ts'
import type { BulkPanel, Row, Route } from '#console/engine/resource.ts'
import { CardList } from '#console/engine/list/card-list.tsx'
import { nameOfRow } from '#console/engine/list/cell-text.ts'
import { ColumnChooser, stackColumns, useColumnVisibility } from '#console/engine/list/columns.tsx'
import { DataTable } from '#console/engine/list/data-table.tsx'
import { FilterBar, FilterChips } from '#console/engine/list/filter-bar.tsx'
import { BinIcon, RefreshIcon } from '#ui/icons.tsx'
import { ListFailure, NoRows, StaleHint } from '#console/engine/list/empty-states.tsx'
import { useLayoutMode, WithAside, useFocusAfterRemoval } from '#console/engine/list/layout.tsx'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { allowedPage, pageInTrash, supportedPage } from '#console/engine/list/allowed-page.ts'
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
import { hasCapability, type UserAccess } from '#contract/roles.ts'
import '../../ui/overlays.css'
import './rows.css'
import './toolbar.css'
import { useNavigate } from 'react-router'
import { Dialog } from '#console/ui/overlays.tsx'
import { capabilityMessages } from '#console/engine/build-calls.ts'

const loadDrawer = () => import('#console/engine/form/form-drawer.tsx')
const FormDrawer = lazy(loadDrawer)

type OpenDialog =
  | { form: Form; row?: Row }
  | { panel: PanelEntry; row: Row }
  | { bulkPanel: PanelEntry<BulkPanel<Row>['component']> }
  | { needs: Capability }
  | { result: NonNullable<Form['result']>; output: unknown }

export function ListScreen({ page: fullPage }: { page: ListPage }) {
  const canUse = useCanUse()
  const { takes, returns, isLoaded } = useCapabilities()
  const supported = useMemo(() => supportedPage(fullPage, takes), [fullPage, takes])
  // Until it is known what the backend takes, the address counts as it is.
  const list = useList(isLoaded ? supported : fullPage)
  const { rows, state, loading, busy, error, refresh } = list
  const inTrash = String(state.query['deleted']) === '1'
  const page = useMemo(
    () => pageInTrash(allowedPage(supported, canUse), inTrash),
    [supported, canUse, inTrash],
  )
  const getLookupData = useReferenceData(
    [...fullPage.columns.flatMap(({ fields }) => fields), ...fullPage.filters].map(
      ({ fieldType }) => fieldType,
    ),
  )
  const isReturned = ({ fields }: Column) => fields.every(({ path }) => returns(page.page, path))
  const pageOfBackend = { ...page, columns: page.columns.filter(isReturned) }
  const columns = useColumnVisibility(pageOfBackend, state.query, list.hidden)
  const saved = useSavedViews(pageOfBackend, list, columns, getLookupData)
  const sortFieldOf = ({ fields: [field, ...others] }: Column) =>
    field && others.length === 0
      ? page.sortFields.find((name) => name === lastSegment(field.path))
      : undefined
  const user = useUserAccess()
  const selection = useSelection(page.id, JSON.stringify(state.query), rows)
  const nameOf = useCallback(
    (row: Row) => nameOfRow(page, row, getLookupData),
    [page, getLookupData],
  )
  const {
    run,
    runMany,
    toggleFlag,
    runningAction,
    dialog: confirmDialog,
  } = useActions(page, nameOf, refresh)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const container = useRef<HTMLDivElement>(null)
  const layoutMode = useLayoutMode(container, page.aside !== undefined)
  const reportRemoval = useFocusAfterRemoval(container, rows)

  /**
   * Opens the form or panel, or the capability dialog if the membership lacks what the endpoint
   * needs.
   */
  const openIfCapable = (call: Pick<Endpoint, 'needs'> | undefined, dialog: OpenDialog) =>
    setOpenDialog(missingCapability(call, user) ?? dialog)

  const formButton = (form: Form, row: Row): RowButton => ({
    name: form.name,
    label: form.messages.action,
    danger: false,
    onClick: () => openIfCapable(form.call, { form, row }),
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
          onClick: () => openIfCapable(panel.call, { panel, row }),
        })),
      ...forms.filter(({ name }) => name !== 'edit').map((form) => formButton(form, row)),
      ...page.actions
        .filter((action) => matches(row, action.when))
        .toSorted((a, b) => Number(a.confirm === 'danger') - Number(b.confirm === 'danger'))
        .map((action) => ({
          name: action.name,
          label: action.messages.action,
          danger: action.confirm === 'danger',
          busy: runningAction === `${action.name}:${String(row[page.id ?? ''])}`,
          onClick: () => void runRowAction(action, row),
        })),
    ]
  }

  async function runRowAction(action: Action, row: Row) {
    const missing = missingCapability(action.call, user)
    if (missing) return setOpenDialog(missing)
    reportRemoval()
    if ((await run(action, row)) && action.name === 'remove') selection.setSelected([row], false)
  }

  async function runBulkAction({
    call,
    onClick,
  }: {
    call: Endpoint | undefined
    onClick: () => unknown
  }) {
    const missing = missingCapability(call, user)
    if (missing) return setOpenDialog(missing)
    if (selection.rows.length === 0)
      return showToast({
        key: 'nothing-selected',
        tone: 'info',
        text: t('crud.list.nothingSelected'),
      })
    await onClick()
  }
  const bulkButtons = [
    ...page.bulkPanels.map((bulkPanel) => ({
      name: bulkPanel.name,
      call: bulkPanel.call,
      label: bulkPanel.action,
      onClick: () => setOpenDialog({ bulkPanel }),
    })),
    ...page.bulk.map((bulk) => ({
      name: bulk.name,
      call: bulk.call,
      label: bulk.messages.action,
      onClick: async () => {
        if (await runMany(bulk, selection.rows)) selection.clear()
      },
    })),
  ]

  const headerButtons = page.create.map((form, index) => (
    <button
      key={form.name}
      type="button"
      className={index === 0 ? 'button primary' : 'button'}
      onPointerEnter={() => void loadDrawer()}
      onFocus={() => void loadDrawer()}
      disabled={form.fromAside.some((key) => state.query[key] === undefined)}
      onClick={() => openIfCapable(form.call, { form })}
    >
      {messageOf(form.messages.action)}
    </button>
  ))
  // The linked pages create something, which a read-only session can't.
  for (const { name, route, action } of isReadOnly ? [] : page.links)
    headerButtons.push(
      <AppLink key={`#${name}`} route={route} className="button primary">
        {messageOf(action)}
      </AppLink>,
    )
  const rowsProps: RowsProps = {
    page,
    list,
    label: messageOf(page.title),
    columns: layoutMode === 'tight' ? stackColumns(columns.shown) : columns.shown,
    getLookupData,
    sortFieldOf,
    selection,
    nameOf,
    toggleFlag,
    buttonsOf: hasRowButtons(page) ? buttonsOf : undefined,
    empty: (
      <NoRows
        page={page}
        list={list}
        inTrash={inTrash}
        createButton={headerButtons[0]}
        onClear={reportRemoval}
      />
    ),
  }
  const hasFailed = error !== undefined && rows.length === 0
  const aboveRows = page.header && !loading && (
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
      header={
        <PageHeader
          title={messageOf(page.title)}
          help={messageOf(page.help)}
          actions={headerButtons}
        />
      }
    >
      <div className="toolbar">
        {!hasFilters && aboveRows}
        <FilterBar
          filters={page.filters.filter(({ inAside, isTrash }) => !inAside && !isTrash)}
          list={list}
          getLookupData={getLookupData}
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
          <ColumnChooser visibility={columns} />
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
          <ImportButton
            page={page}
            query={state.query}
            getLookupData={getLookupData}
            refresh={refresh}
          />
          {page.export && !isReadOnly && (
            <ExportButton
              page={page}
              columns={columns.shown}
              query={state.query}
              sort={state.sort}
              getLookupData={getLookupData}
              disabled={loading || rows.length === 0}
            />
          )}
        </div>
      </div>
      <div className="list-status">
        {hasFilters && aboveRows}
        {bulkButtons.map((button) => (
          <button
            key={button.name}
            type="button"
            className="button"
            onClick={() => void runBulkAction(button)}
          >
            {messageOf(button.label)}
          </button>
        ))}
        <SelectionCount selection={selection} />
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
        <FilterChips list={list} getLookupData={getLookupData} onRemove={reportRemoval} />
        {saved && <ViewChanges saved={saved} />}
        {page.totals && canUse(page.totals) && !loading && (
          <TotalsLine
            endpoint={page.totals}
            page={page}
            query={state.query}
            getLookupData={getLookupData}
          />
        )}
      </div>
      {error !== undefined && !hasFailed && (
        <StaleHint
          error={error}
          retry={() => void refresh()}
          {...(list.failedPage !== undefined && {
            title: t('crud.list.pageFailed', { page: list.failedPage, shown: list.shownPage }),
          })}
        />
      )}
      <div
        ref={container}
        tabIndex={-1}
        role="group"
        aria-label={messageOf(page.title)}
        className="rows"
        data-busy={busy && !loading}
      >
        {hasFailed ? (
          <ListFailure error={error} retry={() => void refresh()} />
        ) : layoutMode === 'cards' ? (
          <CardList {...rowsProps} />
        ) : (
          <DataTable {...rowsProps} />
        )}
      </div>
      <output className="visually-hidden">
        {busy || hasFailed || list.missingFilter
          ? ''
          : t('crud.list.loaded', {
              count: list.total,
              shown: totalCount(list.total, list.isTotalCapped),
            })}
      </output>
      {!hasFailed && <ListPager list={list} />}
      {confirmDialog}
      {openDialog && (
        <ListDialog
          dialog={openDialog}
          setDialog={(dialog) => {
            // What a dialog changes may remove the button that opened it.
            reportRemoval()
            setOpenDialog(dialog)
          }}
          {...{ page, selection, getLookupData }}
          query={state.query}
        />
      )}
    </WithAside>
  )
}

type ListDialogProps = Pick<RowsProps, 'page' | 'selection' | 'getLookupData'> & {
  dialog: OpenDialog
  setDialog: (dialog: OpenDialog | undefined) => void
  query: Row
}

/** The form, panel or other dialog that is open. */
function ListDialog({ page, dialog, setDialog, selection, query, getLookupData }: ListDialogProps) {
  const close = () => setDialog(undefined)
  if ('form' in dialog) {
    const { form, row } = dialog
    return (
      <Suspense fallback={null}>
        <FormDrawer
          page={page}
          form={form}
          row={row}
          listQuery={query}
          getLookupData={getLookupData}
          onClose={close}
          onSaved={(output) => setDialog(form.result && { result: form.result, output })}
        />
      </Suspense>
    )
  }
  if ('result' in dialog)
    return <PanelHost load={dialog.result} props={{ output: dialog.output, close }} />
  if ('panel' in dialog)
    return <PanelHost load={dialog.panel.load} props={{ row: dialog.row, close }} />
  if ('bulkPanel' in dialog) {
    const done = () => {
      close()
      selection.clear()
    }
    return <PanelHost load={dialog.bulkPanel.load} props={{ rows: selection.rows, close, done }} />
  }
  return <CapabilityDialog needs={dialog.needs} onClose={close} />
}

/** Capability that the membership lacks for an endpoint (spec 5.14). */
const missingCapability = (
  call: Pick<Endpoint, 'needs'> | undefined,
  user: UserAccess | null,
): { needs: Capability } | undefined =>
  call?.needs && !(user && hasCapability(call.needs, user)) ? { needs: call.needs } : undefined

function SelectionCount({ selection: { rows, clear } }: { selection: Selection }) {
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
const rechargeRoute: Route = 'UserCenterRecharge'

/** Dialog shown when the membership lacks a capability; links to the checkout (spec 5.14). */
function CapabilityDialog({ needs, onClose }: { needs: Capability; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title={messageOf(capabilityMessages(needs, 'title'))} onClose={onClose}>
      <p>{messageOf(capabilityMessages(needs, 'help'))}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('crud.needs.close')}
        </button>
        <button
          type="button"
          className="button primary"
          onClick={() => void navigate(`/${rechargeRoute}`)}
        >
          {t('crud.needs.activate')}
        </button>
      </div>
    </Dialog>
  )
}
