/** Describes the action and the subject of operator log entries, which are logged in command words. */
import { parseJson } from '#client/browser.ts'
import { plainText } from '#console/engine/fields/field-type.ts'
import type { CustomCell } from '#console/engine/resource.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import type { Collection } from '#contract/collection.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/team.ts'

const t = messagesOf<typeof zh>()

/** Parts without a message, such as those of a later version, stay as they are. */
export function actionText(action: string): string {
  const [noun = '', verb] = action.split(' ')
  const nounText = firstMessageOf([`team.log.nouns.${noun}`, `resources.${noun}.title`], noun)
  return verb === undefined
    ? nounText
    : t('team.log.join', { noun: nounText, verb: firstMessageOf([`team.log.verbs.${verb}`], verb) })
}

/** The first message that exists; without any, `fallback`. */
const firstMessageOf = (keys: readonly string[], fallback: string): string => {
  const found = keys.find((key) => hasMessage(key))
  return found === undefined ? fallback : messageOf(found)
}

export const actionCell: CustomCell<OperatorLogRow> = {
  Cell: ({ row }) => actionText(row.action),
  text: ({ action }) => actionText(action),
}

/** Name after the noun: of `account anna@example.com`, the account's name. */
export const subjectName = (subject: string): string => subject.replace(/^\S+ /, '')

/** What an entry is about; those of approvals have no values. */
type Entry = Pick<OperatorLogRow, 'subject'> & Partial<Pick<OperatorLogRow, 'before' | 'after'>>

/**
 * The noun in the user's language; a subject without a message stays as it is. A row of a
 * collection, which the log names by its id, is shown with its title.
 */
export function subjectText({ subject, ...values }: Entry): string {
  const [, ownerId] = /^account of owner (\d+)$/.exec(subject) ?? []
  if (ownerId !== undefined) return t('team.log.deletedAccount', { id: ownerId })
  const name = subjectName(subject)
  const noun = subject.slice(0, -name.length).trim()
  const nounText = firstMessageOf([`codes.logSubject.${noun}`, `resources.${noun}.one`], noun)
  const title = titleOf(noun, values)
  if (title) return t('team.log.titled', { noun: nounText, title, id: name })
  return noun ? `${nounText} ${name}` : subject
}

const collections: Readonly<Record<string, Collection>> = operatorCollections

/** Title of a row of the collection after the change or, of a deleted row, before it. */
function titleOf(name: string, { before, after }: Omit<Entry, 'subject'>): string {
  const row = parseJson(after ?? before ?? null)
  const title = collections[name]?.config.title
  if (title === undefined || typeof row !== 'object' || row === null) return ''
  return plainText((row as Record<string, unknown>)[title])
}

export const subjectCell: CustomCell<Entry> = {
  Cell: ({ row }) => subjectText(row),
  text: subjectText,
}
