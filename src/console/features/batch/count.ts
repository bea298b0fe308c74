/** A count in a sentence: the number that its plural follows, and as it is shown. */
import { exactCount } from '#client/i18n/format.ts'

export const counted = (count: number) => ({ count, shown: exactCount(count) })
