/** Two-factor step of the sign-in, loaded only for accounts that have it enabled. */
import { useId, type FormEvent } from 'react'
import { FailureAlert } from '#landing/login/failure-alert.tsx'
import { Field } from '#landing/login/field.tsx'
import { loadJoiningWords, say } from '#landing/login/registration-messages.ts'
import { useSecondStep, type Kind, type Ways } from '#landing/login/two-factor/use-two-factor.ts'

/** Resolves once the messages are loaded. */
export async function drawSecondStep(ways: Ways) {
  await loadJoiningWords()
  return <SecondStep {...ways} />
}

/** `one-time-code` enables autofill on phones and in password managers. */
const typing: Record<Kind, object> = {
  app: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  recovery: { autoComplete: 'off', autoCapitalize: 'characters', maxLength: 40 },
}

function SecondStep(ways: Ways) {
  const {
    kind,
    busy,
    wrong,
    refused = false,
    failure,
    input,
    submit,
    typed,
    other,
  } = useSecondStep(ways)
  const title = useId()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void submit()
  }

  return (
    <div className="login-form">
      <h1 id={title}>{say('joining.secondStep.title')}</h1>
      <p>{say(`joining.secondStep.${kind}.help`)}</p>
      <form noValidate onSubmit={send} aria-busy={busy} aria-labelledby={title}>
        {failure && <FailureAlert {...failure} />}
        <Field
          ref={input}
          name="code"
          label={say(`joining.secondStep.${kind}.label`)}
          wrong={wrong}
          quiet={refused}
          autoCorrect="off"
          spellCheck={false}
          onChange={typed}
          {...typing[kind]}
        />
        <button
          className="button button-primary button-large login-submit"
          type="submit"
          aria-disabled={busy}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {say(busy ? 'joining.secondStep.busy' : 'joining.secondStep.submit')}
        </button>
      </form>
      <div className="login-more">
        <div>
          <button className="link" type="button" onClick={other}>
            {say(`joining.secondStep.${kind}.other`)}
          </button>
        </div>
        <div>
          <button className="link" type="button" onClick={() => ways.back()}>
            {say('joining.secondStep.back')}
          </button>
        </div>
      </div>
    </div>
  )
}
