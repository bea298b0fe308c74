/** What is wrong with a registration: by the rules of 5.2, and by what the server refuses. */
import { say, sayWrong } from '#landing/login/registration-messages.ts'
import type { Faults, Values } from '#landing/login/use-form.ts'
import { t } from '#landing/messages.ts'
import type { WireFailure } from '#contract/failure.ts'
import { check } from '#contract/issues.ts'
import { login } from '#contract/login.ts'

export type Name =
  'nickname' | 'username' | 'account' | 'vcode' | 'password' | 'password2' | 'agree'

export function faultsIn(values: Values<Name>): Faults<Name> {
  const checked = check(login.register.input, values)
  const issues = checked.ok ? [] : checked.issues
  return {
    // The account of a main account is its e-mail.
    ...Object.fromEntries(
      issues.map((issue) => [
        issue.field,
        sayWrong({ ...issue, field: issue.field === 'account' ? 'email' : issue.field }),
      ]),
    ),
    ...unlike(values),
    ...(values.agree ? {} : { agree: say('joining.register.agreeFirst') }),
  }
}

/** A new password and the same once more (5.2, 5.3). */
export function unlike({ password, password2 }: { password: string; password2: string }): {
  password2?: string
} {
  if (password2 === '') return { password2: sayWrong({ field: 'password2', rule: 'required' }) }
  return password === password2 ? {} : { password2: t('rules.unlike') }
}

/**
 * What a refusal says of the items: a code that is wrong, names that are taken, or whatever the
 * server found.
 */
export function faultsOf(failure: WireFailure): Faults<Name> {
  if (failure.kind !== 'refused') return {}
  const { code, fields, msg } = failure
  if (!fields) return code === 'invalid' ? { vcode: msg } : {}
  return code === 'nameTaken' && fields['account']
    ? { ...fields, account: say('joining.register.emailTaken') }
    : fields
}
