/** Button that imports rows from a file; the dialog loads when it is opened. */
import { lazy, Suspense, useState } from 'react'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { t } from '#console/refine/i18n.ts'
import type { Found } from '#console/refine/reference-data.ts'
import { ImportIcon } from '#ui/icons.tsx'

const loadDialog = () => import('#console/engine/import/import-dialog.tsx')
const ImportDialog = lazy(loadDialog)

type Props = { page: ListPage; query: Row; found: Found; refresh: () => Promise<void> }

export function ImportButton({ page, query, found, refresh }: Props) {
  const [open, setOpen] = useState(false)
  const what = page.import
  if (!what) return null
  return (
    <>
      <button
        type="button"
        className="button"
        title={t('crud.import.help')}
        disabled={what.fromList.some((key) => query[key] === undefined)}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <ImportIcon />
        {t('crud.import.action')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog
            page={page}
            what={what}
            query={query}
            found={found}
            refresh={refresh}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
