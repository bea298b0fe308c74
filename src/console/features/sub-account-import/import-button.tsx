/** Button that imports sub-accounts from a file; the dialog loads when it is opened. */
import { lazy, Suspense, useState } from 'react'
import type { AddProps } from '#console/engine/resource.ts'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useUserAccess } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import { hasCapability } from '#contract/roles.ts'
import { subAccountImport } from '#contract/sub-account-import.ts'
import { ImportIcon } from '#ui/icons.tsx'

const loadDialog = () => import('#console/features/sub-account-import/import-dialog.tsx')
const ImportDialog = lazy(loadDialog)

export default function ImportSubAccounts({ place }: AddProps) {
  const canUse = useCanUse()
  const user = useUserAccess()
  const [open, setOpen] = useState(false)
  const isOffered = user !== null && hasCapability('createChildUser', user)
  if (place !== 'header' || !isOffered || !canUse(subAccountImport.importMany)) return null
  return (
    <>
      <button
        type="button"
        className="button"
        title={t('subAccountImport.actionHelp')}
        {...preloadOnIntent(loadDialog)}
        onClick={() => setOpen(true)}
      >
        <ImportIcon />
        {t('subAccountImport.action')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ImportDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
