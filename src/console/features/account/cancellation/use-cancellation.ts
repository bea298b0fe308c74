/** Validates and submits the account cancellation; maps server errors to form fields. */
import { isRefusal } from '#client/refusals.ts'
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { saveLogoutMessage } from '#console/features/logout/logout-message.ts'
import { failureOf } from '#console/refine/data-errors.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import { t, word } from '#console/refine/i18n.ts'
import { users, type User } from '#contract/users.ts'

export type CancellationForm = { readonly name: string; readonly password: string }
export type CancellationErrors = Partial<Record<keyof CancellationForm, string>>

/** Milliseconds. Erasing an account with years of translations takes long. */
const timeout = 180_000

export function useCancellation(me: User) {
  const [working, setWorking] = useState(false)
  const [wrong, setWrong] = useState<CancellationErrors>({})
  const [failure, setFailure] = useState<ErrorMessage>()
  const [refused, setRefused] = useState(false)

  /** Submits the form. Returns the first invalid field, if any. */
  async function submit(typed: CancellationForm): Promise<keyof CancellationForm | undefined> {
    const found = wrongIn(typed, me)
    setWrong(found)
    setFailure(undefined)
    setRefused(false)
    if (found.name ?? found.password) return found.name ? 'name' : 'password'
    setWorking(true)
    try {
      await idempotentCall(users.cancel, { userPassword: typed.password }, { timeout })
      saveLogoutMessage('cancelled')
      return undefined
    } catch (error) {
      setWorking(false)
      if (endSessionIfExpired(error)) return undefined
      setRefused(isRefusal(error))
      const ofPassword = passwordSaid(error)
      if (ofPassword !== undefined) {
        setWrong({ password: ofPassword })
        return 'password'
      }
      setFailure(errorMessage(error, word))
      void loadUser().catch(() => undefined)
      return undefined
    }
  }

  return { working, wrong, failure, refused, submit }
}

/** Validates the form. The name may be the account or the username, in any case. */
function wrongIn(
  { name, password }: CancellationForm,
  { account, username }: User,
): CancellationErrors {
  const typed = name.trim().toLowerCase()
  const isMine = [account, username].some((one) => one?.toLowerCase() === typed)
  return {
    ...(typed === ''
      ? { name: t('leaving.form.nameMissing') }
      : isMine
        ? {}
        : { name: t('leaving.form.nameWrong') }),
    ...(password === '' ? { password: t('leaving.form.passwordMissing') } : {}),
  }
}

/** Returns the server's message about the password; undefined for any other error. */
function passwordSaid(error: unknown): string | undefined {
  const failure = failureOf(error)
  if (failure?.kind !== 'refused') return undefined
  return (
    failure.fields?.['userPassword'] ?? (failure.code === 'wrongPassword' ? failure.msg : undefined)
  )
}
