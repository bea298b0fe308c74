/** Copy button with a confirmation tick and toast (spec 8.8). */
import { useEffect, useState } from 'react'
import { copyText } from '#client/browser.ts'
import { t } from '#console/refine/i18n.ts'
import { CheckIcon, CopyIcon } from '#ui/icons.tsx'
import { showToast } from '#ui/toasts.tsx'

/** How long the tick is shown, in milliseconds. */
const tickDuration = 2_000

/** `name` names the copied item in the accessible name. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <button
      type="button"
      className="icon-button copy"
      aria-label={t('copy.of', { name })}
      title={t('copy.of', { name })}
      onClick={copy}
    >
      {isCopied ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}

/**
 * Copies to the clipboard and shows a toast, also on failure; `isCopied` is true while the tick shows.
 */
export function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), tickDuration)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copyNow = async () => {
    const isDone = await copyText(text)
    setCopied(isDone)
    if (isDone) showToast({ key: 'copy', tone: 'success', text: t('copy.done') })
    else showToast({ key: 'copy', tone: 'error', text: t('copy.failed') })
  }
  const copy = () => void copyNow()
  return { isCopied, copy }
}
