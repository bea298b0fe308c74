/** What an order is about, as it is written in the language at hand. */
import { localName } from '#client/i18n/format.ts'
import { boughtIn } from '#console/features/orders/status-text.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import type { OrderStory } from '#contract/orders.ts'

const means = { kind: 'channel' } as const
const meanings = [means]

export type OrderText = {
  /** The package. */
  readonly name: string
  /** What all packages together hold. */
  readonly quota: string
  /** The translation channel; nobody's where a backend names none. */
  readonly channel: string | undefined
}

export function useOrderText(story: OrderStory): OrderText {
  const found = useReferenceData(meanings)
  const { tranChannelId: id, memberGroupName: name, memberGroupEnName: enName } = story
  return {
    name: localName({ name, enName }),
    quota: boughtIn(story),
    channel:
      id === null || id === undefined
        ? undefined
        : kindOf(means).text(id, { means, row: story, found: found(means) }),
  }
}
