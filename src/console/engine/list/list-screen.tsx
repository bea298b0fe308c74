/** List page: filters, table, pagination, export, row actions and bulk actions. */
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { totalCount } from '#client/i18n/format.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import { waitUntilIdle } from '#client/wait-until-idle.ts'
import { loadCellEditor } from '#console/engine/list/editable-cell.tsx'
import { t, messageOf } from '#console/refine/i18n.ts'
import { lastSegment } from '#console/engine/build-fields.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { showToast } from '#ui/toasts.tsx'
import { useCapabilities, useCanUse } from '#console/refine/capabilities.ts'
import type { Action, Column, ListPage } from '#console/engine/page-model.ts'
import type { AddProps, Row } from '#console/engine/resource.ts'
import { nameOfRow } from '#console/engine/list/cell-text.ts'
import { stackColumns, useColumnVisibility } from '#console/engine/list/columns.tsx'
import { DataTable } from '#console/engine/list/data-table.tsx'
import { ListFailure, NoRows, StaleHint } from '#console/engine/list/empty-states.tsx'
import { useListLayout, WithAside, useFocusAfterRemoval } from '#console/engine/list/layout.tsx'
import {
  CapabilityHint,
  ListDialog,
  loadFormDrawer,
  missingCapability,
  type OpenDialog,
} from '#console/engine/list/list-dialog.tsx'
import { valuesOf } from '#console/engine/list/list-state.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import { allowedPage, supportedPage } from '#console/engine/list/allowed-page.ts'
import { ListPager, Totals } from '#console/engine/list/pager.tsx'
import { PanelHost, SuspendingPanel } from '#console/engine/panel-host.tsx'
import { useMaxActions } from '#console/engine/list/row-actions.tsx'
import { hasRowButtons, rowButtons } from '#console/engine/list/row-buttons.ts'
import { useRowDensity } from '#console/engine/list/row-density.ts'
import { type RowsProps, useSelection } from '#console/engine/list/rows.ts'
import type { SaveCell } from '#console/engine/list/save-cell.ts'
import { useSavedViews } from '#console/engine/list/saved-views.tsx'
import { WaitingCards } from '#console/engine/list/waiting-cards.tsx'
import { useTableWidths } from '#console/engine/list/table-widths.ts'
import { Toolbar } from '#console/engine/list/toolbar.tsx'
import { useActions } from '#console/engine/list/use-actions.ts'
import { useList } from '#console/engine/list/use-list.ts'
import { useOpenFromAddress } from '#console/engine/list/open-from-address.ts'
import { SlotDialog, useDialogSlot } from '#console/ui/dialog-slot.tsx'
import { PageHeader } from '#console/ui/page-header.tsx'
import { AppLink } from '#console/ui/app-link.tsx'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { canCall } from '#contract/roles.ts'
import './rows.css'

const loadCardList = () => import('#console/engine/list/card-list.tsx')
const CardList = lazy(loadCardList)

/** Loads what the first rendering does not show, before it is used. */
const loadLaterParts = () =>
  void waitUntilIdle()
    .then(() => Promise.all([loadCellEditor(), loadCardList()]))
    .catch(() => undefined)

export function ListScreen({ page: fullPage }: { page: ListPage }) {
  useEffect(loadLaterParts, [])
  const canUse = useCanUse()
  const user = useUserAccess()
  const { takes, returns, isLoaded } = useCapabilities()
  const supported = useMemo(() => supportedPage(fullPage, takes), [fullPage, takes])
  // Until it is known what the backend takes, the address counts as it is.
  const list = useList(isLoaded ? supported : fullPage)
  const { rows, state, loading, busy, error, refresh } = list
  const page = useMemo(() => allowedPage(supported, canUse, user), [supported, canUse, user])
  const getLookupData = useReferenceData(
    [...fullPage.columns.flatMap(({ fields }) => fields), ...fullPage.filters].map(
      ({ fieldType }) => fieldType,
    ),
  )
  const isOffered = ({ key, fields, access = 'visitor' }: Column) =>
    [key, ...fields.map(({ path }) => path)].every((path) => returns(page.page, path)) &&
    canCall({ access, accountRoles: page.page.accountRoles }, user)
  const pageOfBackend = { ...page, columns: page.columns.filter(isOffered) }
  const columns = useColumnVisibility(pageOfBackend, state.query, list.hidden)
  const saved = useSavedViews(pageOfBackend, list, columns, getLookupData)
  const sortFieldOf = ({ fields: [field, ...others] }: Column) =>
    field && others.length === 0
      ? page.sortFields.find((name) => name === lastSegment(field.path))
      : undefined
  const selection = useSelection(page.id, JSON.stringify(state.query), rows)
  const nameOf = useCallback(
    (row: Row) => nameOfRow(page, row, getLookupData),
    [page, getLookupData],
  )
  const dialogSlot = useDialogSlot<OpenDialog>()
  const {
    run,
    runMany,
    toggleFlag,
    runningAction,
    dialog: confirmDialog,
  } = useActions(page, nameOf, refresh, (result, output) => dialogSlot.set({ result, output }))
  const saveCell = useCallback<SaveCell>(
    async (...cell) =>
      (await import('#console/engine/list/save-cell.ts')).saveCell({ nameOf, refresh }, ...cell),
    [nameOf, refresh],
  )
  const [asideDialog, setAsideDialog] = useState<string>()
  const container = useRef<HTMLDivElement>(null)
  const layout = useListLayout(container, page.aside !== undefined)
  const maxActions = useMaxActions(layout.isBesideAside)
  const density = useRowDensity()
  const reportRemoval = useFocusAfterRemoval(container, rows)

  /**
   * Opens the form or panel, or the capability dialog if the membership lacks what the endpoint
   * needs.
   */
  const openIfCapable = (call: Pick<Endpoint, 'needs'> | undefined, dialog: OpenDialog) =>
    dialogSlot.set(missingCapability(call, user) ?? dialog)

  const buttonsOf = hasRowButtons(page)
    ? rowButtons(page, {
        openForm: (form, row) => openIfCapable(form.call, { form, row }),
        openPanel: (panel, row) => openIfCapable(panel.call, { panel, row }),
        runAction: (action, row) => void runRowAction(action, row),
        runningAction,
      })
    : undefined
  useOpenFromAddress({
    page,
    rows: list.scope === undefined || loading ? undefined : rows,
    buttonsOf,
    openCreate: (form) => openIfCapable(form.call, { form }),
    openOfAside: setAsideDialog,
  })
  const tableColumns = layout.mode === 'tight' ? stackColumns(columns.shown) : columns.shown
  const widths = useTableWidths({
    page,
    columns: tableColumns,
    available: layout.width,
    isSortable: (column) => sortFieldOf(column) !== undefined,
    maxActions,
  })

  async function runRowAction(action: Action, row: Row) {
    const missing = missingCapability(action.call, user)
    if (missing) return dialogSlot.set(missing)
    reportRemoval()
    if ((await run(action, row)) && action.name === 'remove') selection.setSelected([row], false)
  }

  async function runBulkAction({
    call,
    run: runAll,
  }: {
    call: Endpoint | undefined
    run: () => unknown
  }) {
    const missing = missingCapability(call, user)
    if (missing) return dialogSlot.set(missing)
    if (selection.rows.length === 0)
      return showToast({
        key: 'nothing-selected',
        tone: 'info',
        text: t('crud.list.nothingSelected'),
      })
    await runAll()
  }
  const bulkButtons = [
    ...page.bulkPanels.map((bulkPanel) => ({
      name: bulkPanel.name,
      label: bulkPanel.action,
      onClick: () =>
        void runBulkAction({ call: bulkPanel.call, run: () => dialogSlot.set({ bulkPanel }) }),
    })),
    ...page.bulk.map((bulk) => ({
      name: bulk.name,
      label: bulk.messages.action,
      onClick: () =>
        void runBulkAction({
          call: bulk.call,
          run: async () => {
            if (await runMany(bulk, selection.rows)) selection.clear()
          },
        }),
    })),
  ]

  const missing = page.create.map(({ call }) => missingCapability(call, user)).find(Boolean)
  const createButtons = page.create.map((form, index) => (
    <button
      key={form.name}
      type="button"
      className={index === 0 ? 'button primary' : 'button'}
      {...preloadOnIntent(loadFormDrawer)}
      disabled={form.fromAside.some((key) => state.query[key] === undefined)}
      onClick={() => openIfCapable(form.call, { form })}
    >
      {messageOf(form.messages.action)}
    </button>
  ))
  // The other linked pages create something, which a read-only session can't.
  const otherLinks: ReactNode[] = []
  for (const { name, route, secondary, action } of page.links)
    if (secondary || !isReadOnly)
      (secondary ? otherLinks : createButtons).push(
        <AppLink key={`#${name}`} route={route} className={secondary ? 'button' : 'button primary'}>
          {messageOf(action)}
        </AppLink>,
      )
  const addIn = (place: AddProps['place']) =>
    page.add && <PanelHost load={page.add} props={{ place }} />
  const rowsProps: RowsProps = {
    page,
    list,
    label: messageOf(page.title),
    isTall: density.isTall,
    widths,
    columns: tableColumns,
    getLookupData,
    sortFieldOf,
    selection,
    nameOf,
    toggleFlag,
    saveCell,
    buttonsOf,
    shownActions: layout.mode === 'cards' ? 3 : widths.shownActions,
    empty: (
      // With its button at once, so that the text stays in its place.
      <Suspense fallback={null}>
        <NoRows
          page={page}
          list={list}
          createButton={
            createButtons[0] ??
            (page.add && <SuspendingPanel load={page.add} props={{ place: 'empty' }} />)
          }
          onClear={reportRemoval}
        />
      </Suspense>
    ),
  }
  const hasFailed = error !== undefined && rows.length === 0
  const headerProps = { query: state.query, rows, scope: list.scope, poll: list.poll }
  return (
    <WithAside
      page={page}
      list={list}
      header={
        <PageHeader
          title={messageOf(page.title)}
          help={missing ? <CapabilityHint needs={missing.needs} /> : messageOf(page.help)}
          actions={
            <>
              {page.aside && (
                <PanelHost
                  load={page.aside.headerActions}
                  props={{
                    chosen: page.filters
                      .filter(({ inAside }) => inAside)
                      .flatMap((filter) => valuesOf(filter, state.query))[0],
                    dialog: asideDialog,
                    setDialog: setAsideDialog,
                  }}
                />
              )}
              {createButtons}
              {addIn('header')}
              {otherLinks}
            </>
          }
        />
      }
    >
      <Toolbar
        {...{ page, list, widths, getLookupData, selection, columns, density, saved, bulkButtons }}
        header={page.header && !loading && <PanelHost load={page.header} props={headerProps} />}
        status={addIn('status')}
        onRemove={reportRemoval}
      />
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
        ) : layout.mode === 'cards' ? (
          <Suspense fallback={<WaitingCards label={rowsProps.label} />}>
            <CardList {...rowsProps} />
          </Suspense>
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
      {!hasFailed && (
        <ListPager
          list={list}
          beside={
            <>
              {page.totals && canUse(page.totals) && !list.missingFilter && (
                <Totals
                  endpoint={page.totals}
                  page={page}
                  query={state.query}
                  getLookupData={getLookupData}
                  isWaiting={loading}
                />
              )}
              {page.summary && (
                <div className="list-summary">
                  {!loading && <PanelHost load={page.summary} props={headerProps} />}
                </div>
              )}
            </>
          }
        />
      )}
      {confirmDialog}
      <SlotDialog slot={dialogSlot}>
        {(dialog) => (
          <ListDialog
            dialog={dialog}
            setDialog={(next) => {
              // What a dialog changes may remove the button that opened it.
              reportRemoval()
              dialogSlot.set(next)
            }}
            {...{ page, selection, getLookupData }}
            query={state.query}
          />
        )}
      </SlotDialog>
    </WithAside>
  )
}
