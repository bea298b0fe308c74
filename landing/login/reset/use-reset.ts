/** State of the password reset (4.4, 5.3): account, new password with mailed code, done. */
import { isRefusal, errorMessage } from '#client/api/error-message.ts'
import { showSuccess } from '#landing/toasts.tsx'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { useMailedCode } from '#client/use-mailed-code.ts'
import { say, sayWrong } from '#landing/login/registration-messages.ts'
import { unlike } from '#landing/login/register/validation-errors.ts'
import { useAsyncValidation } from '#landing/login/use-async-validation.ts'
import { useForm, type Faults, type Values } from '#landing/login/use-form.ts'
import { anyWord, t } from '#landing/messages.ts'
import { WireError } from '#contract/failure.ts'
import { check } from '#contract/issues.ts'
import { limits } from '#contract/limits.ts'
import { login } from '#contract/login.ts'

export type Step = 0 | 1 | 2
type Name = 'accountOrEmail' | 'vcode' | 'password' | 'password2'

const empty: Values<Name> = { accountOrEmail: '', vcode: '', password: '', password2: '' }
/** Fields of each step. */
const itemsOf: Record<Step, readonly Name[]> = {
  0: ['accountOrEmail'],
  1: ['vcode', 'password', 'password2'],
  2: [],
}
const findEmail = (accountOrEmail: string) => call(login.findEmail, { accountOrEmail })
/** Lookup while typing; suppresses errors for incomplete names. */
const previewEmail = (accountOrEmail: string) =>
  call(login.findEmail, { accountOrEmail }, { quiet: true })

/** `done` receives the account whose password was reset. */
export function useReset(done: (name: string) => void) {
  const items = useForm(empty, faultsIn)
  const [step, setStep] = useState<Step>(0)
  const [busy, setBusy] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const name = items.values.accountOrEmail.trim()
  const email = useAsyncValidation(
    name,
    step === 0 && name.length >= limits.account.min,
    previewEmail,
  )
  const [found, setFound] = useState<{ name: string; recipient: string }>()
  const recipient = found?.name === name ? found.recipient : recipientOf(email.answer, name)
  const code = useMailedCode(recipient)

  async function sendCode() {
    const failed = await code.send()
    items.tell(
      { ...items.wrong, vcode: failed ? sentenceOf(failed) : undefined },
      isRefusal(failed),
    )
    if (failed) return
    showSuccess(say('joining.code.sent'))
    items.goTo('vcode')
  }

  /** Sends a new code only if none was sent within the last minute. */
  async function toPassword() {
    const address = email.answer ?? (await findEmail(name))
    if (!address) return { accountOrEmail: say('joining.reset.unknown') }
    const to = recipientOf(address, name)
    setFound({ name, recipient: to })
    if (to !== recipient || !code.justSent) {
      const failed = await code.send(to)
      if (failed) throw failed
      showSuccess(say('joining.code.sent'))
    }
    setSentTo(address)
    setStep(1)
    items.goTo('vcode')
    return {}
  }

  async function toDone() {
    const { vcode, password } = items.values
    await call(login.resetPassword, { email: recipient, vcode, password })
    done(name)
    setStep(2)
    return {}
  }

  async function next() {
    if (busy || step === 2 || items.tell(items.faults(itemsOf[step]))) return
    setBusy(true)
    try {
      items.tell(await (step === 0 ? toPassword() : toDone()))
    } catch (error) {
      items.tell(
        step === 0 ? { accountOrEmail: sentenceOf(error) } : faultsOf(error),
        isRefusal(error),
      )
    } finally {
      setBusy(false)
    }
  }

  return {
    ...items,
    step,
    busy,
    sentTo,
    /** Whether closing discards typed values. */
    dirty: step < 2 && Object.values(items.values).some((value) => value !== ''),
    next,
    hint: email.answer ? say('joining.reset.to', { email: email.answer }) : undefined,
    code: { code, ready: true, send: () => void sendCode() },
    previous: () => {
      setStep(0)
      items.goTo('accountOrEmail')
    },
  }
}

function faultsIn(values: Values<Name>): Faults<Name> {
  const { accountOrEmail, vcode, password } = values
  const checked = check(login.resetPassword.input, { email: accountOrEmail, vcode, password })
  const issues = checked.ok ? [] : checked.issues
  const found = Object.fromEntries(
    issues.filter(({ field }) => field !== 'email').map((issue) => [issue.field, sayWrong(issue)]),
  )
  return { ...found, ...nameless(accountOrEmail.trim()), ...unlike(values) }
}

function nameless(name: string): Faults<Name> {
  const { min } = limits.account
  if (name.length >= min) return {}
  const rule = name === '' ? 'required' : 'min'
  return {
    accountOrEmail: sayWrong(
      { field: 'accountOrEmail', rule, limit: min },
      t('landing.login.account'),
    ),
  }
}

/** A wrong code, and any error without a field, is shown at the code. */
function faultsOf(error: unknown): Faults<Name> {
  const fields =
    error instanceof WireError && error.failure.kind === 'refused'
      ? error.failure.fields
      : undefined
  return fields ?? { vcode: sentenceOf(error) }
}

/**
 * Recipient for later calls (7.22, 7.26): the result of findEmail, or the typed value if the result
 * is masked.
 */
const recipientOf = (address: string | null | undefined, typed: string): string =>
  !address || address.includes('*') ? typed : address

const sentenceOf = (error: unknown) => errorMessage(error, anyWord).text
