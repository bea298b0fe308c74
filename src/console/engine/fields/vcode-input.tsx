/** Verification code input; mails the code, with a cooldown (spec 4.5, 9.2). */
import { language } from '#client/i18n/language.ts'
import { useMailedCode } from '#client/use-mailed-code.ts'
import { plainText, type InputProps, type MeaningOf } from '#console/engine/fields/field-type.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { longWait } from '#locales/long-wait.ts'
import { isLongWait } from '#locales/wait.ts'

export function VcodeInput({
  value,
  onChange,
  label: _label,
  means,
  found: _found,
  others,
  ...control
}: InputProps<MeaningOf<'vcode'>>) {
  const { seconds, sending, send } = useMailedCode(plainText(others()[means.to]))

  async function sendCode() {
    const failed = await send()
    if (failed) notifyFailure(failed)
    else notifyDone(t('pages.form.codeSent'))
  }

  return (
    <span className="with-button">
      <input
        {...control}
        className="control"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <button
        type="button"
        className="text-button"
        disabled={sending || seconds > 0}
        onClick={() => void sendCode()}
      >
        {isLongWait(seconds)
          ? t('pages.form.codeLater', { time: longWait(language(), seconds) })
          : seconds > 0
            ? t('pages.form.codeWait', { seconds })
            : t('pages.form.sendCode')}
      </button>
    </span>
  )
}
