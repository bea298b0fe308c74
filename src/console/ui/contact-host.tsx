/** The dialog with support's contacts, outside of what failed, which may close meanwhile. */
import { createElement, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { t } from '#console/refine/i18n.ts'
import type { ContactDialogProps } from '#console/ui/contact-dialog.tsx'
import {
  contactPageAddress,
  onContactDialog,
  openContactDialog,
  problemInDialog,
} from '#console/ui/contact-support.tsx'
import { showToast } from '#ui/toasts.tsx'

const close = () => openContactDialog(undefined)

/** Without a network the dialog may not load; then a toast names the page with the contacts. */
export function ContactHost() {
  const problem = useSyncExternalStore(onContactDialog, problemInDialog)
  const [Dialog, setDialog] = useState<ComponentType<ContactDialogProps>>()
  const isNeeded = problem !== undefined && Dialog === undefined
  useEffect(() => {
    if (!isNeeded) return
    import('#console/ui/contact-dialog.tsx').then(
      ({ ContactDialog }) => setDialog(() => ContactDialog),
      () => {
        close()
        const text = t('contactSupport.notLoaded', { address: contactPageAddress() })
        showToast({ key: 'contactSupport', tone: 'info', text })
      },
    )
  }, [isNeeded])
  return problem && Dialog ? createElement(Dialog, { problem, close }) : null
}
