/** QR code for authenticator apps, dark on white in every theme so that cameras can read it. */
import { QRCodeSVG } from 'qrcode.react'
import { t } from '#console/refine/i18n.ts'
import { sizes } from '#contract/sizes.ts'

export default function AppCode({ uri }: { uri: string }) {
  return (
    <span className="app-code" role="img" aria-label={t('security.twoFactor.qr')}>
      <QRCodeSVG value={uri} size={sizes.payCode} marginSize={0} aria-hidden="true" />
    </span>
  )
}
