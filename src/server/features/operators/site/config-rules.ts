/** Rules of the site’s configuration records. */
import { asc, eq } from 'drizzle-orm'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { operatorCollections } from '#contract/operator/collections.ts'
import { refusal, type RecordRules } from '#server/features/operators/record-handlers.ts'
import { downloadsId } from '#contract/site.ts'
import { configRecords } from '#server/features/site/table.ts'
import { refuseInvalidDownloads } from '#server/features/operators/site/download-rules.ts'
import { saveConfig } from '#server/features/operators/site/save-config.ts'

export type ConfigRecord = { id: string; value: unknown }

export const configRules: RecordRules<ConfigRecord> = {
  collection: operatorCollections.configuration,
  plural: 'config',
  singular: 'record',
  topics: ['dataCus'],
  list: (tx) =>
    tx
      .select({ id: configRecords.id, value: configRecords.value })
      .from(configRecords)
      .orderBy(asc(configRecords.id)),
  defaults: () => ({}),
  idOf: ({ id }) => id,
  check(_, { after }) {
    const { idLength, bytes } = catalogueLimits.config
    if (after && (!/^\w+$/.test(after.id) || after.id.length > idLength))
      throw refusal('configId', { record: after.id, limit: idLength })
    if (after && JSON.stringify(after.value).length > bytes)
      throw refusal('configSize', { limit: bytes / 1_000 })
    if (after?.id === downloadsId) refuseInvalidDownloads(after.value)
    return Promise.resolve([])
  },
  save: (tx, { id, value }) => saveConfig(tx, id, value),
  async remove(tx, { id }) {
    await tx.delete(configRecords).where(eq(configRecords.id, id))
  },
}

/** Escapes of NUL and of unpaired surrogates, which PostgreSQL cannot store, in serialised JSON. */
const unstorableEscapes = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/** Parses JSON text. Throws ApiError with the line of the syntax error. */
export function parseConfigValue(text: string): unknown {
  const value = parseJson(text)
  const serialised = JSON.stringify(value)
  if (unstorableEscapes.test(serialised))
    throw refusal('configJson', {
      line: findErrorLine(text, `position ${text.search(/\\u(?:0000|d[89a-f])/i)}`),
    })
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (reason) {
    throw refusal('configJson', { line: findErrorLine(text, (reason as Error).message) })
  }
}

/**
 * Line of a syntax error. Engines report the line, the position or, at the end of the text,
 * neither.
 */
function findErrorLine(text: string, message: string): number {
  const line = /line (\d+)/.exec(message)?.[1]
  if (line !== undefined) return Number(line)
  const position = /position (\d+)/.exec(message)?.[1]
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length
}
