/** Shows new recovery codes once, to copy, save or print; closes only when confirmed as saved. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { wireNow } from '#client/i18n/time.ts'
import { saveFile } from '#console/engine/export/export-file.ts'
import { sectionKey } from '#console/ui/query-card.tsx'
import { t } from '#console/refine/i18n.ts'
import { displayName } from '#client/display-name.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { useCopy } from '#console/ui/copy-button.tsx'
import { twoFactor } from '#contract/two-factor.ts'
import '#console/ui/printed.css'

export function RecoveryCodes({
  title,
  codes,
  close,
}: {
  title: string
  codes: readonly string[]
  close: () => void
}) {
  const me = useCurrentUser()
  const heading = t('security.recovery.head', {
    product: t('product.name'),
    who: displayName(me ?? {}),
    at: wireNow(),
  })
  const text = `${heading}\n\n${codes.join('\n')}\n\n${t('security.recovery.help')}\n`
  const { isCopied, copy } = useCopy(codes.join('\n'))
  const cache = useQueryClient()
  // Refreshes the page behind the dialog before it closes.
  useEffect(
    () => void cache.invalidateQueries({ queryKey: [sectionKey, twoFactor.get.path] }),
    [cache],
  )
  return (
    <Dialog title={title} onClose={() => undefined}>
      <div className="recovery">
        <p>{t('security.recovery.help')}</p>
        <Codes codes={codes} />
        <p className="recovery-actions">
          <button type="button" className="button" data-initial-focus onClick={copy}>
            {t(isCopied ? 'copy.done' : 'security.recovery.copy')}
          </button>
          <button
            type="button"
            className="button"
            onClick={() =>
              saveFile([text], `${t('security.recovery.file')}.txt`, 'text/plain;charset=utf-8')
            }
          >
            {t('security.recovery.save')}
          </button>
          <button type="button" className="button" onClick={() => print()}>
            {t('security.recovery.print')}
          </button>
        </p>
        <p className="recovery-warning">{t('security.recovery.once')}</p>
        <footer className="dialog-actions">
          <button type="button" className="button primary" onClick={close}>
            {t('security.recovery.saved')}
          </button>
        </footer>
      </div>
      {createPortal(
        <div className="printed" aria-hidden="true">
          <p>{heading}</p>
          <Codes codes={codes} />
          <p>{t('security.recovery.help')}</p>
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ul role="list" className="recovery-codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
