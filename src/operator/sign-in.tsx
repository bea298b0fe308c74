/** Sign-in of operators: email, password and authenticator code in one form. Stores no input. */
import { useEffect, useId, useRef, useState, type ComponentProps, type FormEvent } from 'react'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import { language, languages, localeTag, setLanguage } from '#client/i18n/language.ts'
import { signIn } from '#client/session/session.ts'
import { messageOf, t as common } from '#console/refine/i18n.ts'
import { operatorSession } from '#contract/operator/session.ts'
import { Logo } from '#ui/logo.tsx'
import { loadOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/shell.ts'
import '#ui/visually-hidden.css'
import '#console/ui/base.css'
import '#console/ui/controls.css'
import './sign-in.css'

const t = messagesOf<typeof zh>()

const names = ['email', 'password', 'code'] as const
type Name = (typeof names)[number]

export function SignIn({ onDone }: { onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<readonly Name[]>([])
  const [failure, setFailure] = useState<string>()
  const [isWorking, setWorking] = useState(false)
  const product = common('product.name')

  const control = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const input = Object.fromEntries(
      names.map((name) => [name, control(name)?.value.trim() ?? '']),
    ) as Record<Name, string>
    // Spaces may belong to a password.
    input.password = control('password')?.value ?? ''
    const empty = names.filter((name) => input[name] === '')
    setMissing(empty)
    setFailure(undefined)
    if (empty[0]) return control(empty[0])?.focus()
    setWorking(true)
    try {
      signIn(await call(operatorSession.signIn, input, { quiet: true }))
      await loadOperator().catch(() => undefined)
      onDone()
    } catch (error) {
      setFailure(errorMessage(error, messageOf).text)
      setWorking(false)
      // The server accepts a code only once.
      const code = control('code')
      if (code) code.value = ''
      code?.focus()
    }
  }
  const itemProps = (name: Name) => ({
    name,
    error: missing.includes(name) ? t(`operator.signIn.missing.${name}`) : undefined,
    onInput: () => setMissing((before) => before.filter((other) => other !== name)),
  })
  return (
    <main className="operator-sign-in">
      <title>{`${t('operator.signIn.title')} · ${product}`}</title>
      <header>
        <span className="operator-brand">
          <Logo size={28} />
          <span>{product}</span>
          <b>{t('operator.console')}</b>
        </span>
        <OtherLanguage />
      </header>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <h1>{t('operator.signIn.title')}</h1>
        <p>
          {t('operator.signIn.help')} <a href="/home">{t('operator.signIn.toSite')}</a>
        </p>
        {failure !== undefined && (
          <div className="sign-in-failure" role="alert">
            {failure}
          </div>
        )}
        <Item
          {...itemProps('email')}
          label={common('fields.email')}
          type="email"
          autoComplete="username"
          spellCheck={false}
        />
        <Item
          {...itemProps('password')}
          label={t('operator.signIn.password')}
          type="password"
          autoComplete="current-password"
        />
        <Item
          {...itemProps('code')}
          label={t('operator.signIn.code')}
          help={t('operator.signIn.codeHelp')}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={11}
          spellCheck={false}
        />
        <button type="submit" className="button primary" disabled={isWorking} aria-busy={isWorking}>
          {t(isWorking ? 'operator.signIn.working' : 'operator.signIn.submit')}
        </button>
      </form>
    </main>
  )
}

type ItemProps = ComponentProps<'input'> & {
  label: string
  help?: string
  error: string | undefined
}

function Item({ label, help, error, ...input }: ItemProps) {
  const id = useId()
  const note = error ?? help
  return (
    <div className="sign-in-item">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="control"
        aria-invalid={error !== undefined}
        {...(note ? { 'aria-describedby': `${id}-note` } : {})}
      />
      {note && (
        <small id={`${id}-note`} data-tone={error === undefined ? undefined : 'danger'}>
          {note}
        </small>
      )}
    </div>
  )
}

/** Reloads the page in the other language. */
function OtherLanguage() {
  const other = languages.find((lang) => lang !== language()) ?? language()
  return (
    <button
      type="button"
      className="text-button"
      lang={localeTag(other)}
      onClick={() => setLanguage(other)}
    >
      {common('shell.otherLanguage')}
    </button>
  )
}
