/** What an entry of the operator log did, and to what, in words: the log has those of commands. */
import type { CustomCell } from '#console/engine/resource.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/team.ts'

const t = messagesOf<typeof zh>()

/** Parts without a message, such as those of a later version, stay as they are. */
export function actionText(action: string): string {
  const [noun = '', verb] = action.split(' ')
  const nounText = known([`team.log.nouns.${noun}`, `resources.${noun}.title`], noun)
  return verb === undefined
    ? nounText
    : t('team.log.join', { noun: nounText, verb: known([`team.log.verbs.${verb}`], verb) })
}

/** The first message that exists. */
const known = (keys: readonly string[], fallback: string): string => {
  const found = keys.find((key) => hasMessage(key))
  return found === undefined ? fallback : messageOf(found)
}

export const actionCell: CustomCell<OperatorLogRow> = {
  Cell: ({ row }) => actionText(row.action),
  text: ({ action }) => actionText(action),
}

/** Name after the noun: of `account anna@example.com`, the account's name. */
export const subjectName = (subject: string): string => subject.replace(/^\S+ /, '')

/** The noun in the user's language; a subject without a message stays as it is. */
export function subjectText(subject: string): string {
  const [, ownerId] = /^account of owner (\d+)$/.exec(subject) ?? []
  if (ownerId !== undefined) return t('team.log.deletedAccount', { id: ownerId })
  const name = subjectName(subject)
  const noun = subject.slice(0, -name.length).trim()
  const nounText = known([`codes.logSubject.${noun}`, `resources.${noun}.one`], noun)
  return noun ? `${nounText} ${name}` : subject
}

export const subjectCell: CustomCell<{ subject: string }> = {
  Cell: ({ row }) => subjectText(row.subject),
  text: ({ subject }) => subjectText(subject),
}
