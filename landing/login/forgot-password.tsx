/** Link that loads and opens the password reset dialog (2.21). */
import { DialogTrigger } from '#landing/login/dialog-trigger.tsx'
import { t } from '#landing/messages.ts'

type Reset = (name: string) => void

/** `reset` receives the account whose password was reset. */
export function ForgotPassword({ reset }: { reset: Reset }) {
  return <DialogTrigger load={(close) => draw(close, reset)}>{t('landing.forgot')}</DialogTrigger>
}

async function draw(close: () => void, reset: Reset) {
  const { ResetDialog, ready } = await import('#landing/login/reset/reset-dialog.tsx')
  await ready()
  return <ResetDialog close={close} reset={reset} />
}
