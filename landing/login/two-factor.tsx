/** Two-factor step of the sign-in, loaded only for accounts that have it enabled. */
import { useId, type FormEvent, useEffect, useRef, useState } from 'react'
import { FailureAlert, Field } from '#landing/login/form-parts.tsx'
import { loadMessages, registrationMessage } from '#landing/login/registration-messages.ts'
import { call } from '#client/api/call.ts'
import { errorMessage, type ErrorMessage } from '#client/api/error-message.ts'
import { startSession } from '#landing/login/sign-in.ts'
import { messageOf } from '#landing/messages.ts'
import { WireError, type RefusalCode, type WireFailure } from '#contract/failure.ts'
import { twoFactor } from '#contract/two-factor.ts'

/** Resolves once the messages are loaded. */
export async function renderTwoFactorForm(props: StepProps) {
  await loadMessages()
  return <TwoFactorForm {...props} />
}

/** `one-time-code` enables autofill on phones and in password managers. */
const inputAttributes: Record<Kind, object> = {
  app: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  recovery: { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 40 },
}

function TwoFactorForm(props: StepProps) {
  const {
    kind,
    isBusy,
    error,
    isAnnounced = false,
    failure,
    input,
    submit,
    clearError,
    switchKind,
  } = useTwoFactor(props)
  const titleId = useId()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }

  return (
    <div className="login-form">
      <h1 id={titleId}>{registrationMessage('registration.twoFactor.title')}</h1>
      <p>{registrationMessage(`registration.twoFactor.${kind}.help`)}</p>
      <form noValidate onSubmit={send} aria-busy={isBusy} aria-labelledby={titleId}>
        {failure && <FailureAlert {...failure} />}
        <Field
          ref={input}
          name="code"
          label={registrationMessage(`registration.twoFactor.${kind}.label`)}
          error={error}
          isAnnounced={isAnnounced}
          autoCorrect="off"
          spellCheck={false}
          onChange={clearError}
          {...inputAttributes[kind]}
        />
        <button
          className="button button-primary button-large login-submit"
          type="submit"
          aria-disabled={isBusy}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          {registrationMessage(
            isBusy ? 'registration.twoFactor.busy' : 'registration.twoFactor.submit',
          )}
        </button>
      </form>
      <div className="login-more">
        <div>
          <button className="link" type="button" onClick={switchKind}>
            {registrationMessage(`registration.twoFactor.${kind}.other`)}
          </button>
        </div>
        <div>
          <button className="link" type="button" onClick={() => props.onBack()}>
            {registrationMessage('registration.twoFactor.back')}
          </button>
        </div>
      </div>
    </div>
  )
}

type StepProps = {
  challenge: string
  /** Called after a successful sign-in. */
  onSignedIn: () => void
  /** Returns to the password form, with an error message unless the user chose to. */
  onBack: (reason?: ErrorMessage | null) => void
}
type Kind = 'app' | 'recovery'

type State = {
  kind: Kind
  isBusy: boolean
  error: string | undefined
  /** The server refused the code, and a toast announces it. */
  isAnnounced?: boolean
  failure: ErrorMessage | undefined
}

/** Refusals shown at the code field. */
const codeRefusals: readonly (string | undefined)[] = [
  'invalid',
  'tooManyTries',
] satisfies RefusalCode[]
/** Refusals that require the password again. */
const challengeRefusals: readonly (string | undefined)[] = [
  'secondStepOver',
  'accountDisabled',
] satisfies RefusalCode[]

function useTwoFactor({ challenge, onSignedIn, onBack }: StepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({
    kind: 'app',
    isBusy: false,
    error: undefined,
    failure: undefined,
  })
  const { kind, isBusy } = state

  // Focuses and selects the code after a failed attempt, so that typing replaces it.
  useEffect(() => {
    if (isBusy) return
    input.current?.focus()
    input.current?.select()
  }, [isBusy])

  async function submit() {
    if (isBusy) return
    const code = input.current!.value.trim()
    if (code === '')
      return setState({
        ...state,
        error: registrationMessage(`registration.twoFactor.${kind}.empty`),
        failure: undefined,
      })
    setState({ kind, isBusy: true, error: undefined, failure: undefined })
    try {
      await startSession(await call(twoFactor.signIn, { challenge, code }))
      onSignedIn()
    } catch (reason) {
      const failure = reason instanceof WireError ? reason.failure : undefined
      const message = errorMessage(reason, messageOf)
      if (mustEnterPasswordAgain(failure)) return onBack({ ...message, requestId: undefined })
      setState({
        kind,
        isBusy: false,
        ...(isCodeRefusal(failure)
          ? {
              error: serverMessage(failure) ?? message.text,
              isAnnounced: message.isAnnounced === true,
              failure: undefined,
            }
          : { error: undefined, failure: message }),
      })
    }
  }

  return {
    ...state,
    input,
    submit,
    clearError: () => state.error && setState({ ...state, error: undefined }),
    switchKind: () => {
      setState({
        kind: kind === 'app' ? 'recovery' : 'app',
        isBusy: false,
        error: undefined,
        failure: undefined,
      })
      input.current!.value = ''
      input.current!.focus()
    },
  }
}

const mustEnterPasswordAgain = (failure: WireFailure | undefined): boolean =>
  failure?.kind === 'expired' ||
  (failure?.kind === 'refused' && challengeRefusals.includes(failure.code))

const isCodeRefusal = (failure: WireFailure | undefined): boolean =>
  failure?.kind === 'busy' || (failure?.kind === 'refused' && codeRefusals.includes(failure.code))

const serverMessage = (failure: WireFailure | undefined): string | undefined =>
  (failure && 'msg' in failure ? failure.msg : undefined) || undefined
