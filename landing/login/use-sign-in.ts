/** State of the login form: validation errors, failure, and countdown after too many attempts. */
import { useEffect, useState, type ReactNode } from 'react'
import { errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { signInByPassword } from '#landing/login/sign-in.ts'
import { messageOf, findMessage, t, type LandingMessageKey } from '#landing/messages.ts'
import { WireError, type RefusalCode } from '#contract/failure.ts'
import { validate } from '#contract/issues.ts'
import { validationMessage } from '#locales/validation-message.ts'
import { signIn as calls } from '#contract/sign-in.ts'

type ValidationErrors = Partial<Record<'account' | 'password', string>>
type Input = { account: string; password: string }

type State = {
  isBusy: boolean
  isDone: boolean
  errors: ValidationErrors
  failure: ErrorMessage | null
  /** Seconds until the next attempt is allowed. */
  seconds: number
  /** Field to focus: a new object for every failed attempt. */
  focusRequest: { field: keyof Input } | null
  /** The two-factor step, if required. */
  twoFactorForm?: ReactNode
}

const initialState: State = {
  isBusy: false,
  isDone: false,
  errors: {},
  failure: null,
  seconds: 0,
  focusRequest: null,
}
const labels: Record<keyof Input, LandingMessageKey> = {
  account: 'landing.login.account',
  password: 'fields.password',
}
/** Expected refusals, shown without a request id. */
const expectedRefusals: readonly (string | undefined)[] = [
  'wrongPassword',
  'accountDisabled',
  'invalid',
] satisfies RefusalCode[]

/**
 * `onSignedIn` is called after a successful sign-in. The form then stays busy until the next page
 * loads.
 */
export function useSignIn(onSignedIn: () => void) {
  const [state, setState] = useState(initialState)
  const isWaiting = state.seconds > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(
      () => setState((current) => ({ ...current, seconds: current.seconds - 1 })),
      1000,
    )
    return () => clearInterval(timer)
  }, [isWaiting])

  async function submit(input: Input) {
    const checked = validate(calls.login.input, input)
    if (!checked.ok) return setState(idleState({ errors: validationMessages(checked.issues) }))
    setState({ ...initialState, isBusy: true })
    try {
      await signInByPassword(checked.value.account, checked.value.password)
      setState({ ...initialState, isBusy: true, isDone: true })
      onSignedIn()
    } catch (error) {
      setState(await stateAfterError(error).catch(failedState))
    }
  }

  /** The state after a failed attempt; opens the two-factor step if the server demands one. */
  async function stateAfterError(error: unknown): Promise<State> {
    const failure = failureIn(error)
    const challenge = failure?.kind === 'refused' && failure.challenge
    if (!challenge) return failedState(error)
    const { renderTwoFactorForm } = await import('#landing/login/two-factor.tsx')
    return {
      ...initialState,
      twoFactorForm: await renderTwoFactorForm({
        challenge,
        onSignedIn,
        onBack: (failure = null) => setState(idleState({ failure })),
      }),
    }
  }

  /** Editing a field clears its error. */
  const clearError = (name: keyof Input) =>
    setState((current) =>
      current.errors[name]
        ? { ...current, errors: { ...current.errors, [name]: undefined } }
        : current,
    )

  return { ...state, submit, clearError }
}

/** Not busy, and with the first invalid field to focus. */
function idleState(changes: Partial<State>): State {
  return {
    ...initialState,
    ...changes,
    focusRequest: { field: changes.errors?.account ? 'account' : 'password' },
  }
}

function validationMessages(
  issues: { field: string; rule: string; limit?: number }[],
): ValidationErrors {
  return Object.fromEntries(
    issues.map((issue) => [
      issue.field,
      validationMessage(findMessage, issue, t(labels[issue.field as keyof Input])),
    ]),
  )
}

const failureIn = (error: unknown) => (error instanceof WireError ? error.failure : undefined)

function failedState(error: unknown): State {
  const message = errorMessage(error, messageOf)
  const failure = failureIn(error)
  if (failure?.kind === 'expired')
    return idleState({ failure: { text: failure.msg || t('failures.refused') } })
  if (failure?.kind === 'busy')
    return idleState({ failure: { text: failure.msg || message.text }, seconds: failure.seconds })
  if (failure?.kind !== 'refused') return idleState({ failure: message })
  const { account, password } = failure.fields ?? {}
  if (account || password) return idleState({ errors: failure.fields! })
  return idleState({
    failure: expectedRefusals.includes(failure.code)
      ? { text: message.text, isAnnounced: true }
      : message,
  })
}
