/** State of the registration form: values, live availability checks and submission. */
import { isRefusal, errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { showSuccess } from '#landing/toasts.tsx'
import { useEffect, useState } from 'react'
import { call } from '#client/api/call.ts'
import { tabStore } from '#client/storage.ts'
import { useMailedCode } from '#client/use-mailed-code.ts'
import { say, sayRule } from '#landing/login/registration-messages.ts'
import { browserId } from '#landing/login/register/browser-id.ts'
import { dropDraft, keepDraft, keptDraft } from '#landing/login/register/draft.ts'
import { faultsIn, faultsOf, type Name } from '#landing/login/register/validation-errors.ts'
import { useAsyncValidation } from '#landing/login/use-async-validation.ts'
import { useForm, type Faults, type Values } from '#landing/login/use-form.ts'
import { registeredKey, rewardRefusedKey } from '#landing/login/views.ts'
import { inviteCode } from '#landing/links.ts'
import { anyWord } from '#landing/messages.ts'
import { WireError } from '#contract/failure.ts'
import { check } from '#contract/issues.ts'
import { login, RegisterResult } from '#contract/login.ts'

const empty: Values<Name> = {
  username: '',
  account: '',
  vcode: '',
  password: '',
  password2: '',
  nickname: '',
  agree: '',
}
const isUsernameFree = (username: string) => call(login.checkUsername, { username })
const isEmailFree = (account: string) => call(login.checkAccount, { account })
const inWords = (error: unknown) => errorMessage(error, anyWord)

/** `registered` is called after the account is created. */
export function useRegister(registered: () => void) {
  const items = useForm({ ...empty, ...keptDraft() }, faultsIn)
  const { values } = items
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorMessage>()
  const byRules = faultsIn(values)
  const username = useAsyncValidation(values.username.trim(), !byRules.username, isUsernameFree)
  const email = useAsyncValidation(values.account.trim(), !byRules.account, isEmailFree)
  const code = useMailedCode(values.account)
  const taken: Faults<Name> = {
    ...(username.answer === false ? { username: sayRule('username.taken') } : {}),
    ...(email.answer === false ? { account: say('joining.register.emailTaken') } : {}),
  }

  useEffect(() => {
    keepDraft(values)
  }, [values])

  async function sendCode() {
    const failed = await code.send()
    items.tell(
      { ...items.wrong, vcode: failed ? inWords(failed).text : undefined },
      !failed || isRefusal(failed),
    )
    if (failed) return
    showSuccess(say('joining.code.sent'))
    items.goTo('vcode')
  }

  async function submit() {
    setFailure(undefined)
    if (busy || items.tell({ ...items.faults(), ...taken })) return
    setBusy(true)
    try {
      const invited = inviteCode()
      const answer = await call(login.register, {
        ...values,
        browserId: browserId(),
        ...(invited ? { inviteCode: invited } : {}),
      })
      dropDraft()
      const result = check(RegisterResult, answer)
      if (result.ok && result.value?.msg) tabStore.set(rewardRefusedKey, result.value.msg)
      else tabStore.remove(rewardRefusedKey)
      tabStore.set(registeredKey, values.account.trim())
      registered()
    } catch (error) {
      setBusy(false)
      const errors = error instanceof WireError ? faultsOf(error.failure) : {}
      if (!items.tell(errors, isRefusal(error))) setFailure(inWords(error))
    }
  }

  return {
    ...items,
    /** Field props with the validation error, or else the result of the availability check. */
    live: (name: 'username' | 'account') => {
      const { asking, answer } = name === 'username' ? username : email
      const hint = asking
        ? say('joining.register.asking')
        : answer
          ? say('joining.register.free')
          : undefined
      return { ...items.of(name), wrong: items.wrong[name] ?? taken[name], hint }
    },
    code: {
      code,
      ready: !byRules.account && !email.asking && email.answer !== false,
      send: () => void sendCode(),
    },
    busy,
    failure,
    submit,
  }
}
