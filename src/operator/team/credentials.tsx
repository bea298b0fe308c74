/** Dialog with an operator's new credentials, which the server returns once. */
import { QRCodeSVG } from 'qrcode.react'
import { CopyButton, useCopy } from '#console/ui/copy-button.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import { sizes } from '#contract/sizes.ts'
import type { OperatorCredentials } from '#contract/operator/operators.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/team.ts'
import './credentials.css'

const t = messagesOf<typeof zh>()

type Props = { output: OperatorCredentials; close: () => void }

/** Only its button closes it: what it shows cannot be shown again. */
export default function Credentials({ output: { password, secret, uri }, close }: Props) {
  const copyAll = useCopy(
    [
      `${t('team.credentials.password')}: ${password}`,
      `${t('team.credentials.secret')}: ${secret}`,
    ].join('\n'),
  )
  return (
    <Dialog title={t('team.credentials.title')} onClose={() => undefined}>
      <p className="form-note" data-tone="warning">
        {t('team.credentials.once')}
      </p>
      <div className="credentials">
        <figure>
          <span className="app-code" role="img" aria-label={t('team.credentials.scan')}>
            <QRCodeSVG value={uri} size={sizes.payCode} marginSize={0} aria-hidden="true" />
          </span>
          <figcaption>{t('team.credentials.scan')}</figcaption>
        </figure>
        <dl>
          {(
            [
              ['password', password],
              ['secret', secret],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`team.credentials.${name}`)}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} name={t(`team.credentials.${name}`)} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={copyAll.copy}>
          {t('team.credentials.copyAll')}
        </button>
        <button type="button" className="button primary" data-initial-focus onClick={close}>
          {t('team.credentials.saved')}
        </button>
      </div>
    </Dialog>
  )
}
