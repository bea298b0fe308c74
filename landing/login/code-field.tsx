/** Input for an e-mailed code, with the button that sends it. */
import type { ComponentProps } from 'react'
import type { MailedCode } from '#client/use-mailed-code.ts'
import { Field } from '#landing/login/form-parts.tsx'
import { say } from '#landing/login/registration-messages.ts'
import { lang, t } from '#landing/messages.ts'
import { longWait } from '#locales/long-wait.ts'
import { isLongWait } from '#locales/wait.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'aside'> & {
  code: MailedCode
  /** True if the recipient is known. */
  ready: boolean
  send: () => void
}

export function CodeField({ code: { seconds, sending }, ready, send, ...item }: Props) {
  const idle = !ready || sending || seconds > 0
  return (
    <Field
      {...item}
      label={t('fields.vcode')}
      inputMode="numeric"
      autoComplete="one-time-code"
      aside={
        <button
          className="button field-send"
          type="button"
          aria-disabled={idle}
          onClick={() => !idle && send()}
        >
          {sending
            ? say('joining.code.sending')
            : isLongWait(seconds)
              ? say('joining.code.later', { time: longWait(lang(), seconds) })
              : seconds > 0
                ? say('joining.code.wait', { seconds })
                : say('joining.code.send')}
        </button>
      }
    />
  )
}
