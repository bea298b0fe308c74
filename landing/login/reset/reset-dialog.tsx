/** Password reset dialog in three steps (2.21): account, new password with mailed code, done. */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CodeField } from '#landing/login/code-field.tsx'
import { Field } from '#landing/login/field.tsx'
import { loadJoiningWords, say } from '#landing/login/registration-messages.ts'
import { Modal } from '#landing/login/modal.tsx'
import { PasswordField } from '#landing/login/password-field.tsx'
import { Steps } from '#landing/login/reset/steps.tsx'
import { useReset } from '#landing/login/reset/use-reset.ts'
import { t } from '#landing/messages.ts'
import { Prose } from '#client/i18n/prose.tsx'
import { times } from '#contract/limits.ts'

export const ready = loadJoiningWords

export function ResetDialog({
  close,
  reset,
}: {
  close: () => void
  reset: (name: string) => void
}) {
  const shown = useReset(reset)
  const { form, step, busy, dirty, next, previous } = shown
  const [asking, setAsking] = useState(false)
  const leave = () => (dirty ? setAsking(true) : close())

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void next()
  }

  return (
    <Modal title={say('joining.reset.title')} close={leave}>
      <Steps at={step} />
      <form ref={form} noValidate onSubmit={send} aria-busy={busy}>
        {step === 0 && <Account {...shown} />}
        {step === 1 && <NewPassword {...shown} />}
        {step === 2 && <Success />}
        <footer className="modal-actions">
          <button className="button" type="button" onClick={leave}>
            {say('joining.reset.close')}
          </button>
          {step === 1 && (
            <button className="button" type="button" onClick={previous}>
              {say('joining.reset.previous')}
            </button>
          )}
          {step < 2 && (
            <button className="button button-primary" type="submit" aria-disabled={busy}>
              {busy && <span className="spinner" aria-hidden="true" />}
              {say(busy ? 'joining.reset.busy' : 'joining.reset.next')}
            </button>
          )}
        </footer>
      </form>
      {asking && <DiscardQuestion keep={() => setAsking(false)} discard={close} />}
    </Modal>
  )
}

function DiscardQuestion({ keep, discard }: { keep: () => void; discard: () => void }) {
  return (
    <Modal title={say('joining.reset.unsaved')} close={keep}>
      <footer className="modal-actions">
        <button className="button" type="button" onClick={keep}>
          {say('joining.reset.keep')}
        </button>
        <button className="button modal-discard" type="button" onClick={discard}>
          {say('joining.reset.discard')}
        </button>
      </footer>
    </Modal>
  )
}

type Shown = ReturnType<typeof useReset>

function Account({ of, hint }: Shown) {
  return (
    <>
      <p className="modal-help">
        <Prose>{say('joining.reset.nameHelp')}</Prose>
      </p>
      <Field
        {...of('accountOrEmail')}
        label={t('landing.login.account')}
        hint={hint}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </>
  )
}

function NewPassword({ of, code, sentTo }: Shown) {
  return (
    <>
      {sentTo && (
        <p className="modal-help">
          <Prose>
            {say('joining.reset.sentTo', { email: sentTo, minutes: times.codeValid / 60_000 })}
          </Prose>
        </p>
      )}
      <CodeField {...of('vcode')} {...code} />
      <PasswordField
        {...of('password')}
        label={say('joining.reset.password')}
        autoComplete="new-password"
      />
      <PasswordField
        {...of('password2')}
        label={t('fields.password2')}
        autoComplete="new-password"
      />
    </>
  )
}

function Success() {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    text.current?.focus()
  }, [])
  return (
    <div ref={text} className="modal-done" tabIndex={-1}>
      <p>
        <strong>{say('joining.reset.success')}</strong>
      </p>
      <p>{say('joining.reset.successHelp')}</p>
    </div>
  )
}
