/** What an entry of the operator log did, in words: the log has the noun and verb of a command. */
import type { DrawnCell } from '#console/engine/resource.ts'
import { hasMessage, messageOf } from '#console/refine/i18n.ts'
import type { OperatorLogRow } from '#contract/operator/operator-log.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/team.ts'

const t = messagesOf<typeof zh>()

/** Parts without a message, such as those of a later version, stay as they are. */
export function actionText(action: string): string {
  const [noun = '', verb] = action.split(' ')
  const nounText = known(`team.log.nouns.${noun}`, noun)
  return verb === undefined
    ? nounText
    : t('team.log.join', { noun: nounText, verb: known(`team.log.verbs.${verb}`, verb) })
}

const known = (key: string, fallback: string): string =>
  hasMessage(key) ? messageOf(key) : fallback

export const actionCell: DrawnCell<OperatorLogRow> = {
  Cell: ({ row }) => actionText(row.action),
  text: ({ action }) => actionText(action),
}
