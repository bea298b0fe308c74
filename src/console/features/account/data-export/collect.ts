/** Loads all sections of the data export in sequence, page by page. */
import { call } from '#client/api/call.ts'
import { allRows, type PageOfRows } from '#console/engine/export/all-rows.ts'
import type { Section } from '#console/features/account/data-export/sections.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { shapeOf } from '#contract/query.ts'

export type Collected = { readonly section: Section; readonly rows: readonly Row[] }

/**
 * Yields the rows of the sections in order, at least once per section. Throws WireError, or the
 * abort reason of the signal.
 */
export async function* collect(
  sections: readonly Section[],
  signal: AbortSignal,
): AsyncGenerator<Collected> {
  const before = new Map<Section['name'], Row[]>()
  for (const section of sections) {
    const stored: Row[] = []
    before.set(section.name, stored)
    yield { section, rows: [] }
    for (const ask of typeof section.asks === 'function' ? section.asks(before) : section.asks) {
      for await (const rows of rowsOf(section, ask, signal)) {
        // Only rows that later sections depend on stay in memory; a log may be long.
        if (section.name === 'spaces') stored.push(...rows)
        yield { section, rows }
      }
    }
  }
}

async function* rowsOf(
  { call: endpoint, id }: Section,
  ask: Row,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  if (!isPaged(endpoint)) {
    const answer = (await call(endpoint, ask as never, { signal })) as Row | Row[]
    yield Array.isArray(answer) ? answer : [answer]
    return
  }
  const load = (pageNum: number) =>
    call(
      endpoint,
      { ...ask, pageNum, pageSize: limits.page.max },
      { signal },
    ) as Promise<PageOfRows>
  for await (const { rows } of allRows(load, limits.page.max, id)) {
    signal.throwIfAborted()
    yield rows
  }
}

const isPaged = ({ input }: Endpoint) => 'pageNum' in shapeOf(input)
