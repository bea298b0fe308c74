/** Messages of registration and password reset, loaded on demand to keep the login page small. */
import { language } from '#client/i18n/language.ts'
import { businessValues } from '#contract/business-values.ts'
import { findMessage } from '#landing/messages.ts'
import { loadRegistrationMessages } from '#locales/load/registration.ts'
import { validationMessage, type ValidationIssue } from '#locales/validation-message.ts'
import { formatMessage, type MessageKey, type MessageTree, type Values } from '#locales/messages.ts'
import type { zh as registration } from '#locales/registration.ts'
import type { zh as registrationRules } from '#locales/registration-rules.ts'

let messages: MessageTree = {}

export async function loadMessages(): Promise<void> {
  messages = await loadRegistrationMessages(language(), 'registration')
}

export const registrationMessage = (
  key: `registration.${MessageKey<typeof registration>}`,
  values?: Values,
): string =>
  formatMessage(messages, language(), key, { ...businessValues[language()], ...values }) ?? key

/** Validation message that only registration and password forms show. */
export const ruleMessage = (key: MessageKey<(typeof registrationRules)['rules']>): string =>
  formatMessage(messages, language(), `rules.${key}`, {}) ?? key

/** Message of a validation error. `label` overrides the field name. */
export const issueMessage = (issue: ValidationIssue, label?: string): string =>
  validationMessage(
    (key, values) => formatMessage(messages, language(), key, values) ?? findMessage(key, values),
    issue,
    label,
  )
