/** Input for an e-mailed code, with the button that sends it. */
import { isLongWait } from '#locales/messages.ts'
import type { ComponentProps } from 'react'
import { errorMessage, isRefusal } from '#client/api/error-message.ts'
import type { MailedCode } from '#client/use-mailed-code.ts'
import { Field } from '#landing/login/form-parts.tsx'
import { registrationMessage } from '#landing/login/registration-messages.ts'
import { lang, messageOf, t } from '#landing/messages.ts'
import { showSuccess } from '#landing/toasts.tsx'
import { formatWait } from '#locales/numbers.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'aside'> & {
  code: MailedCode
  /** Whether the recipient is known. */
  isReady: boolean
  onSend: () => void
}

/** Form with a field for the code. */
type CodeForm = {
  showError: (name: 'vcode', error: string | undefined, isAnnouncedByToast: boolean) => void
  focusField: (name: 'vcode') => void
}

/**
 * Sends a code, shows the outcome and focuses the code's field, unless the focus moved elsewhere
 * while the mail was being sent.
 */
export async function sendCode(code: MailedCode, form: CodeForm): Promise<void> {
  const focused = document.activeElement
  const error = await code.send()
  form.showError('vcode', error ? errorMessage(error, messageOf).text : undefined, isRefusal(error))
  if (!error) showSuccess(registrationMessage('registration.code.sent'))
  if (document.activeElement === focused) form.focusField('vcode')
}

export function CodeField({ code: { seconds, isSending }, isReady, onSend, ...item }: Props) {
  const isIdle = !isReady || isSending || seconds > 0
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
          aria-disabled={isIdle}
          onClick={() => !isIdle && onSend()}
        >
          {isSending
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
