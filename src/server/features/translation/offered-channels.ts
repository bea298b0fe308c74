/** Lists the translation channels that are offered. */
import { sql } from 'drizzle-orm'
import { channels } from '#server/features/packages/table.ts'
import { prepareStatement } from '#server/platform/db/prepared-statement.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Translator } from '#server/features/translation/translator.ts'
import type { Engine } from '#server/platform/config/vendor-settings.ts'

/** A channel that is available for translation: on offer and with a configured engine. */
export type OfferedChannel = {
  id: string
  name: string
  enName: string
  engine: Engine
  centsPerMillion: number
  translator: Translator
}

const offeredChannelsStatement = prepareStatement<Omit<OfferedChannel, 'translator'>>(
  'translation_channels',
  sql`select id::text, name, en_name as "enName", engine, cents_per_million as "centsPerMillion" from ${channels} where offered order by position, ${channels.id}`,
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
