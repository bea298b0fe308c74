/** Localised texts of an order: package name, quota and channel. */
import { localName } from '#client/i18n/format.ts'
import { boughtIn } from '#console/features/orders/status-text.ts'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import type { OrderStory } from '#contract/orders.ts'

const means = { kind: 'channel' } as const
const meanings = [means]

export type OrderText = {
  /** Name of the package. */
  readonly name: string
  /** Quota of all packages together. */
  readonly quota: string
  /** Translation channel; undefined if the backend sends none. */
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
