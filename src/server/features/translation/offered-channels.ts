/** Lists the translation channels that are offered. */
import { sql } from 'drizzle-orm'
import type { Membership } from '#server/features/packages/index.ts'
import { channels } from '#server/features/packages/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Translator } from '#server/features/translation/translator.ts'
import type { Engine } from '#contract/translation-engines.ts'

/** A channel that is available for translation: on offer and with a configured engine. */
export type OfferedChannel = {
  id: string
  name: string
  enName: string
  engine: Engine
  centsPerMillion: number
  fallback: Membership['fallback']
  translator: Translator
}

const offeredChannelsStatement = prepareStatement<Omit<OfferedChannel, 'translator'>>(
  'translation_channels',
  sql`select c.id::text, c.name, c.en_name as "enName", c.engine, c.cents_per_million as "centsPerMillion",
      case when f.id is not null then json_build_object('channelId', f.id::text, 'engine', f.engine) end as fallback
    from ${channels} c left join ${channels} f on f.id = c.fallback_channel_id where c.offered order by c.position, c.id`,
)

export async function listOfferedChannels({
  reads,
  translators,
}: Pick<Dependencies, 'reads' | 'translators'>): Promise<OfferedChannel[]> {
  return (await offeredChannelsStatement(reads, {})).flatMap((channel) => {
    const translator = translators.get(channel.engine)
    return translator ? [{ ...channel, translator }] : []
  })
}
