/** The way back in for whoever has forgotten the password (2.21), loaded when it is asked for. */
import { DialogTrigger } from '#landing/login/dialog-trigger.tsx'
import { t } from '#landing/messages.ts'

type Reset = (name: string) => void

/** `reset` is told the name whose password was set anew. */
export function ForgotPassword({ reset }: { reset: Reset }) {
  return <DialogTrigger load={(close) => draw(close, reset)}>{t('landing.forgot')}</DialogTrigger>
}

async function draw(close: () => void, reset: Reset) {
  const { ResetDialog, ready } = await import('#landing/login/reset/reset-dialog.tsx')
  await ready()
  return <ResetDialog close={close} reset={reset} />
}
