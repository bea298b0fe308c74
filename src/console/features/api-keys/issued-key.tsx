/** Dialog with a new API key, which the server returns once, and a first call with it. */
import { language } from '#client/i18n/language.ts'
import { t } from '#console/refine/i18n.ts'
import { SecretDialog } from '#console/ui/secret-dialog.tsx'
import type { IssuedKey } from '#contract/api-keys.ts'

type Props = { output: IssuedKey; close: () => void }

export default function IssuedKeyDialog({ output: { name, key }, close }: Props) {
  const firstCall = [
    `curl ${location.origin}/v2/translate \\`,
    `  -H 'Authorization: DeepL-Auth-Key ${key}' \\`,
    `  -d target_lang=${language() === 'zh' ? 'EN' : 'ZH'} -d 'text=${t('apiKeys.sample')}'`,
  ].join('\n')
  return (
    <SecretDialog
      title={t('apiKeys.issued', { name })}
      note={t('apiKeys.once')}
      secret={{ name: t('apiKeys.key'), text: key }}
      example={{ name: t('apiKeys.firstCall'), text: firstCall }}
      labels={{ copy: t('apiKeys.copy'), saved: t('apiKeys.saved') }}
      close={close}
    />
  )
}
