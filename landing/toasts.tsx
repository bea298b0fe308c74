/** Toasts of the client-rendered public pages (spec 8.1, 8.8). */
import { useEffect } from 'react'
import { errorMessage, onRefusal } from '#client/api/error-message.ts'
import type { WireError } from '#contract/failure.ts'
import { rerenderToastAreas, ToastArea } from '#ui/toast-area.tsx'
import type { NewToast } from '#ui/toasts.tsx'
import { messageOf, t } from '#landing/messages.ts'
import type * as ToastModule from '#landing/toast-messages.tsx'

/** Loaded with the first toast; the live regions exist without it. */
let loaded: typeof ToastModule | undefined

/** `base` is the area of the page; each dialog has its own. */
export function Toasts({ base = false }: { base?: boolean }) {
  return <ToastArea name={t('toast.region')} base={base} getRenderer={() => loaded?.renderToasts} />
}

/** One promise for all callers, so that toasts shown while the module loads keep their order. */
let loading: Promise<typeof ToastModule> | undefined

async function loadAndShow(toast: NewToast) {
  loading ??= import('#landing/toast-messages.tsx').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  loaded = await loading
  rerenderToastAreas()
  loaded.showToast(toast)
}

/** Milliseconds. Short, since the form keeps showing the message. */
const refusalDuration = 6_000

/** Shows a toast for each refused call while mounted. */
export function useRefusalToasts(): void {
  useEffect(() => {
    const unsubscribe = onRefusal((error) => {
      const text = refusalText(error)
      void loadAndShow({ key: `refused-${text}`, tone: 'error', text, duration: refusalDuration })
    })
    return unsubscribe
  }, [])
}

/** What a form shows at its field is not said twice. */
function refusalText(error: WireError): string {
  const { text } = errorMessage(error, messageOf)
  const fields = error.failure.kind === 'refused' ? Object.values(error.failure.fields ?? {}) : []
  return fields.includes(text) ? t('failures.invalid') : text
}

export const showSuccess = (text: string): void => void loadAndShow({ tone: 'success', text })
