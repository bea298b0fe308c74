/** Invitation as a QR code, to scan or to save as an image. */
import { QRCodeCanvas } from 'qrcode.react'
import { useRef } from 'react'
import { saveFile } from '#console/engine/export/export-file.ts'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'
import { sizes } from '#contract/sizes.ts'

/** Scale factor of the saved image, sharp enough for print. */
const imageScale = 4

export default function InviteCode({
  link,
  code,
  close,
}: {
  link: string
  code: string
  close: () => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const displaySize = { inlineSize: sizes.payCode, blockSize: sizes.payCode }

  const type = 'image/png'
  const save = () =>
    canvas.current?.toBlob(
      (picture) => picture && saveFile([picture], `invite-${code}.png`, type),
      type,
    )

  return (
    <Dialog title={t('overview.inviteCode')} onClose={close}>
      <div className="invite-code">
        <QRCodeCanvas
          ref={canvas}
          value={link}
          size={sizes.payCode * imageScale}
          marginSize={4}
          style={displaySize}
          role="img"
          aria-label={link}
        />
        <p>{t('overview.inviteScan')}</p>
      </div>
      <footer className="dialog-actions">
        <button type="button" className="button" onClick={close}>
          {t('crud.form.close')}
        </button>
        <button type="button" className="button primary" data-initial-focus onClick={save}>
          {t('overview.inviteSave')}
        </button>
      </footer>
    </Dialog>
  )
}
