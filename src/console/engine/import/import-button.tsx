/** Button that imports rows from a file; the dialog loads when it is opened. */
import { lazy, Suspense, useState } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import type { GetLookupData, Row } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import { ImportIcon } from '#ui/icons.tsx'

const loadDialog = () => import('#console/engine/import/import-dialog.tsx')
const ImportDialog = lazy(loadDialog)

type Props = {
  page: ListPage
  query: Row
  getLookupData: GetLookupData
  refresh: () => Promise<void>
}

export function ImportButton({ page, query, getLookupData, refresh }: Props) {
  const [open, setOpen] = useState(false)
  const importConfig = page.import
  if (!importConfig) return null
  return (
    <>
      <button
        type="button"
        className="button"
        title={t('crud.import.help')}
        disabled={importConfig.fromAside.some((key) => query[key] === undefined)}
        {...preloadOnIntent(loadDialog)}
        onClick={() => setOpen(true)}
      >
        <ImportIcon />
        <span className="tool-label">{t('crud.import.action')}</span>
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog
            page={page}
            importConfig={importConfig}
            query={query}
            getLookupData={getLookupData}
            refresh={refresh}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
