/** A small button that copies a text and shows a tick; a message says that it is copied (8.8). */
import { useEffect, useState } from 'react'
import { copyText } from '#client/clipboard.ts'
import { t } from '#console/refine/i18n.ts'
import { CheckIcon, CopyIcon } from '#console/ui/icons.tsx'
import { showToast } from '#client/toast-store.ts'

/** Milliseconds the tick stays. */
const tick = 2_000

/** `what` names the thing that is copied, for those who don't see where the button stands. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy(text)
  return (
    <button
      type="button"
      className="icon-button copy"
      aria-label={t('copy.of', { what })}
      title={t('copy.of', { what })}
      onClick={copy}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  )
}

/** Copies, says so, remembers it for two seconds, and says what to do where the browser refuses. */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), tick)
    return () => clearTimeout(timer)
  }, [copied])
  const copyNow = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (done) showToast({ key: 'copy', tone: 'success', text: t('copy.done') })
    else showToast({ key: 'copy', tone: 'error', text: t('copy.failed') })
  }
  const copy = () => void copyNow()
  return { copied, copy }
}
