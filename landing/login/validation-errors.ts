/** Validation errors of the registration form, by the rules of 5.2 and from server refusals. */
import {
  registrationMessage,
  issueMessage,
  ruleMessage,
} from '#landing/login/registration-messages.ts'
import type { ValidationErrors, Values } from '#landing/login/use-form.ts'
import type { WireFailure } from '#contract/failure.ts'
import { validate } from '#contract/issues.ts'
import { login } from '#contract/login.ts'

export type RegistrationField =
  | 'nickname'
  | 'username'
  | 'account'
  | 'vcode'
  | 'password'
  | 'password2'
  | 'agree'

export function validateRegistration(
  values: Values<RegistrationField>,
): ValidationErrors<RegistrationField> {
  const checked = validate(login.register.input, values)
  const issues = checked.ok ? [] : checked.issues
  return {
    // The account of a main account is its e-mail address.
    ...Object.fromEntries(
      issues.map((issue) => [
        issue.field,
        issueMessage({ ...issue, field: issue.field === 'account' ? 'email' : issue.field }),
      ]),
    ),
    ...comparePasswords(values),
    ...(values.agree ? {} : { agree: registrationMessage('registration.register.agreeFirst') }),
  }
}

/** Validates the repeated password (spec 5.2, 5.3). */
export function comparePasswords({
  password,
  password2,
}: {
  password: string
  password2: string
}): {
  password2?: string
} {
  if (password2 === '') return { password2: issueMessage({ field: 'password2', rule: 'required' }) }
  return password === password2 ? {} : { password2: ruleMessage('mismatch') }
}

/**
 * Maps a refusal to field errors: wrong code, names taken, or the errors reported by the server.
 */
export function fieldErrorsOf(failure: WireFailure): ValidationErrors<RegistrationField> {
  if (failure.kind !== 'refused') return {}
  const { code, fields, msg } = failure
  if (!fields) return code === 'invalid' ? { vcode: msg } : {}
  return code === 'nameTaken' && fields['account']
    ? { ...fields, account: registrationMessage('registration.register.emailTaken') }
    : fields
}
