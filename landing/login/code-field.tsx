/** Input for an e-mailed code, with the button that sends it. */
import { isLongWait } from '#locales/messages.ts'
import type { ComponentProps } from 'react'
import type { MailedCode } from '#client/use-mailed-code.ts'
import { Field } from '#landing/login/form-parts.tsx'
import { registrationMessage } from '#landing/login/registration-messages.ts'
import { lang, t } from '#landing/messages.ts'
import { formatWait } from '#locales/numbers.ts'

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
            ? registrationMessage('registration.code.sending')
            : isLongWait(seconds)
              ? registrationMessage('registration.code.later', {
                  time: formatWait(lang(), seconds),
                })
              : seconds > 0
                ? registrationMessage('registration.code.wait', { seconds })
                : registrationMessage('registration.code.send')}
        </button>
      }
    />
  )
}
