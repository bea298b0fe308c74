/** Effect of a channel's change, before it is saved. */
import type { Row } from '#console/engine/resource.ts'
import { operatorChannels } from '#contract/operator/channels.ts'
import { EffectNotes, useEffectOf } from '#operator/catalogue/change-effect.tsx'

export default function ChannelPreview({ input }: { input: Row }) {
  const effect = useEffectOf(operatorChannels.preview, input)
  return <EffectNotes effect={effect} />
}
