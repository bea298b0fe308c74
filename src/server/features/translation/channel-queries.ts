/** Queries the channels available for translation: on offer and with a configured engine. */
import { sql } from 'drizzle-orm'
import { channels } from '#server/schema.ts'
import { readStatement } from '#server/platform/db/prepared-statement.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { Engine, Translator } from '#server/features/translation/translator.ts'

export type OfferedChannel = {
  id: string
  name: string
  enName: string
  engine: Engine
  centsPerMillion: number
  translator: Translator
}

const read = readStatement<Omit<OfferedChannel, 'translator'>>(
  'translation_channels',
  sql`select id::text, name, en_name as "enName", engine, cents_per_million as "centsPerMillion" from ${channels} where offered order by position, ${channels.id}`,
)

export async function channelsOffered({
  reads,
  translators,
}: Pick<Dependencies, 'reads' | 'translators'>): Promise<OfferedChannel[]> {
  return (await read(reads, {})).flatMap((channel) => {
    const translator = translators.get(channel.engine)
    return translator ? [{ ...channel, translator }] : []
  })
}
