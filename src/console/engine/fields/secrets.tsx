/** Field types for passwords and mailed codes, with their inputs. */
import { isLongWait } from '#locales/messages.ts'
import {
  type FieldTypeUi,
  type FieldTypeOf,
  type InputProps,
  controlProps,
  plainText,
} from '#console/engine/fields/field-type.ts'
import { useState } from 'react'
import { t } from '#console/refine/i18n.ts'
import { language } from '#client/i18n/language.ts'
import { generatePassword } from '#console/engine/fields/generate-password.ts'
import { useCopy } from '#console/ui/copy-button.tsx'
import { useMailedCode } from '#client/use-mailed-code.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { formatWait } from '#locales/numbers.ts'

const noText = () => ''

/** A password, entered once and never shown. */
export const secret: FieldTypeUi<FieldTypeOf<'secret'>> = {
  text: noText,
  Input: SecretInput,
  secret: true,
}
/** A new password, entered twice for confirmation (spec 5.4, 5.7). */
export const newSecret: FieldTypeUi<FieldTypeOf<'newSecret'>> = {
  text: noText,
  Input: SecretInput,
  enteredTwice: true,
  secret: true,
}
export const vcode: FieldTypeUi<FieldTypeOf<'vcode'>> = {
  text: noText,
  Input: VcodeInput,
  secret: true,
}

/** Password input with a button that reveals it; one for another user also generates it. */
export function SecretInput(props: InputProps) {
  const { value, onChange, label, fieldType, onGenerate } = props
  const [isRevealed, setRevealed] = useState(false)
  const [generated, setGenerated] = useState<string>()
  const { copy } = useCopy(generated ?? '')
  const canGenerate = 'forAnother' in fieldType && onGenerate !== undefined
  const isGenerated = generated !== undefined && value === generated

  function generate() {
    const password = generatePassword()
    onGenerate?.(password)
    onChange?.(password)
    setGenerated(password)
    setRevealed(true)
  }

  return (
    <>
      <span className="with-button">
        <input
          {...controlProps(props)}
          className="control"
          type={isRevealed ? 'text' : 'password'}
          autoComplete={
            fieldType.kind === 'secret' && fieldType.known ? 'current-password' : 'new-password'
          }
          spellCheck={false}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange?.(target.value)}
        />
        <span className="control-buttons">
          {canGenerate && (
            <button
              type="button"
              className="text-button"
              aria-label={
                isGenerated
                  ? t('copy.of', { name: label })
                  : t('crud.form.generateOf', { field: label })
              }
              onClick={isGenerated ? copy : generate}
            >
              {t(isGenerated ? 'copy.action' : 'crud.form.generate')}
            </button>
          )}
          <button
            type="button"
            className="text-button"
            aria-pressed={isRevealed}
            aria-label={t('crud.form.showOf', { field: label })}
            onClick={() => setRevealed(!isRevealed)}
          >
            {t(isRevealed ? 'crud.form.hide' : 'crud.form.show')}
          </button>
        </span>
      </span>
      {canGenerate && (
        <span className="generated-note" role="status">
          {isGenerated && t('crud.form.generated')}
        </span>
      )}
    </>
  )
}

/** Verification code input; mails the code, with a cooldown (spec 4.5, 9.2). */
function VcodeInput(props: InputProps<FieldTypeOf<'vcode'>>) {
  const { value, onChange, fieldType, formValues } = props
  const { seconds, isSending, send } = useMailedCode(plainText(formValues()[fieldType.to]))

  async function sendCode() {
    const error = await send()
    if (error) notifyFailure(error)
    else notifyDone(t('crud.form.codeSent'))
  }

  return (
    <span className="with-button">
      <input
        {...controlProps(props)}
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
        disabled={isSending || seconds > 0}
        onClick={() => void sendCode()}
      >
        {isLongWait(seconds)
          ? t('crud.form.codeLater', { time: formatWait(language(), seconds) })
          : seconds > 0
            ? t('crud.form.codeWait', { seconds })
            : t('crud.form.sendCode')}
      </button>
    </span>
  )
}
