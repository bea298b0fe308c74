/** Dialog with the secret of a webhook, which the server returns once, and how to verify with it. */
import { t } from '#console/refine/i18n.ts'
import { SecretDialog } from '#console/ui/secret-dialog.tsx'
import type { IssuedWebhook } from '#contract/webhooks.ts'

type Props = { output: IssuedWebhook; close: () => void }

export default function IssuedSecretDialog({ output: { name, secret }, close }: Props) {
  const verification = [
    '// npm install standardwebhooks',
    "import { Webhook } from 'standardwebhooks'",
    '',
    `const webhook = new Webhook('${secret}')`,
    'const event = webhook.verify(body, headers)',
  ].join('\n')
  return (
    <SecretDialog
      title={t('webhooks.issued', { name })}
      note={t('webhooks.once')}
      secret={{ name: t('webhooks.secret'), text: secret }}
      example={{ name: t('webhooks.verify'), text: verification }}
      labels={{ copy: t('webhooks.copy'), saved: t('webhooks.saved') }}
      close={close}
    />
  )
}
