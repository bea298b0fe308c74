/** Whose sign-in was refused: an operator's email, or one that no operator has. */
import type { CustomCell } from '#console/engine/resource.ts'
import type { RefusedSignIn } from '#contract/operator/refused-sign-ins.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/team.ts'

const t = messagesOf<typeof zh>()

const nameOf = ({ account }: RefusedSignIn): string => account || t('team.refused.unknown')

export const accountCell: CustomCell<RefusedSignIn> = {
  Cell: ({ row }) => nameOf(row),
  text: nameOf,
}
