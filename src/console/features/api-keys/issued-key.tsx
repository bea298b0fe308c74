/** Dialog with a new API key, which the server returns once, and a first call with it. */
import { language } from '#client/i18n/language.ts'
import { t } from '#console/refine/i18n.ts'
import { CopyButton, useCopy } from '#console/ui/copy-button.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import type { IssuedKey } from '#contract/api-keys.ts'
import './issued-key.css'

type Props = { output: IssuedKey; close: () => void }

/** Only its button closes it: what it shows cannot be shown again. */
export default function IssuedKeyDialog({ output: { name, key }, close }: Props) {
  const { copy } = useCopy(key)
  const firstCall = [
    `curl ${location.origin}/v2/translate \\`,
    `  -H 'Authorization: DeepL-Auth-Key ${key}' \\`,
    `  -d target_lang=${language() === 'zh' ? 'EN' : 'ZH'} -d 'text=${t('apiKeys.sample')}'`,
  ].join('\n')
  return (
    <Dialog title={t('apiKeys.issued', { name })} onClose={() => undefined}>
      <p className="form-note" data-tone="warning">
        {t('apiKeys.once')}
      </p>
      <div className="issued-key">
        <code>{key}</code>
        <CopyButton text={key} name={t('apiKeys.key')} />
      </div>
      <h3>{t('apiKeys.firstCall')}</h3>
      <div className="issued-key">
        <pre>{firstCall}</pre>
        <CopyButton text={firstCall} name={t('apiKeys.firstCall')} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={copy}>
          {t('apiKeys.copy')}
        </button>
        <button type="button" className="button primary" data-initial-focus onClick={close}>
          {t('apiKeys.saved')}
        </button>
      </div>
    </Dialog>
  )
}
