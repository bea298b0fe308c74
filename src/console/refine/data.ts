/** Refine's data provider: maps its methods to the endpoints of a resource. */
import type { BaseKey, BaseRecord, DataProvider } from '@refinedev/core'
import { apiBase } from '#client/api/api-base.ts'
import { call, type CallOptions } from '#client/api/call.ts'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapeOf } from '#contract/query.ts'
import { throwAsHttpError } from '#console/refine/data-errors.ts'
import { consumeFirstRows } from '#console/refine/first-rows.ts'
import { pageInput } from '#console/refine/data-filters.ts'
import { idListInput } from '#console/engine/build-calls.ts'
import { fieldTypeOf } from '#console/engine/build-fields.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'

/**
 * Every method throws a WireError extended to an HttpError, with `errors` per field.
 *
 * | Refine      | endpoint                                                        |
 * | ----------- | --------------------------------------------------------------- |
 * | getList     | the one in `meta.endpoint`, else `page` of the resource         |
 * | getOne      | `get` of the resource                                           |
 * | create      | the one in `meta.endpoint`, else `create` of the resource       |
 * | update      | the one in `meta.endpoint`, else `edit` of the resource         |
 * | deleteOne   | `remove` of the resource                                        |
 * | deleteMany  | `remove` of the resource, with all ids at once if it takes them |
 * | custom      | the one in `meta.endpoint`, with the payload as its input       |
 */
export function dataProvider(pages: readonly PageModel[]): DataProvider {
  const byResource = new Map(pages.map(({ name, calls }) => [name, calls]))
  const endpointOf = (resource: string, name: string): Endpoint => {
    const found = byResource.get(resource)?.[name]
    if (!found) throw new Error(`The resource "${resource}" has no call "${name}".`)
    return found
  }
  const read = async (endpoint: Endpoint, input: Row, options: CallOptions) =>
    (await call(endpoint, input as never, options).catch(throwAsHttpError)) as never
  const mutate = async (endpoint: Endpoint, input: Row, id?: BaseKey, meta?: Meta) => {
    const options = (meta?.['callOptions'] ?? {}) as CallOptions
    const output: unknown = await idempotentCall(endpoint, input as never, options).catch(
      throwAsHttpError,
    )
    return {
      data: (typeof output === 'object' && output !== null ? output : { id, ...input }) as never,
    }
  }

  return {
    getApiUrl: () => apiBase,

    async custom({ url, payload, meta }) {
      const endpoint = endpointIn(meta)
      if (!endpoint) throw new Error(`No endpoint is given for "${url}".`)
      const output: unknown = await idempotentCall(endpoint, (payload ?? {}) as never).catch(
        throwAsHttpError,
      )
      return { data: output as never }
    },

    async getList(params) {
      const { resource, pagination, filters, sorters, meta } = params
      const stated = endpointIn(meta)
      const first = stated ? undefined : consumeFirstRows(params)
      if (first) return first as never
      const page = stated ?? endpointOf(resource, 'page')
      const { rows, ...totals } = (await read(page, pageInput(page, filters, pagination, sorters), {
        signal: meta?.['signal'],
        isInputParsed: true,
      })) as { rows: BaseRecord[]; total: number; isTotalCapped?: boolean }
      return { data: rows as never, ...totals }
    },

    async getOne({ resource, id, meta }) {
      const get = endpointOf(resource, 'get')
      return { data: await read(get, idInput(get, id), { signal: meta?.['signal'] }) }
    },

    create: ({ resource, variables, meta }) =>
      mutate(endpointIn(meta) ?? endpointOf(resource, 'create'), variables as Row, undefined, meta),

    update({ resource, id, variables, meta }) {
      const edit = endpointIn(meta) ?? endpointOf(resource, 'edit')
      return mutate(edit, { ...idInput(edit, id), ...(variables as Row) }, id, meta)
    },

    deleteOne({ resource, id, variables }) {
      const remove = endpointOf(resource, 'remove')
      return mutate(remove, (variables as Row | undefined) ?? idInput(remove, id), id)
    },

    async deleteMany({ resource, ids, variables }) {
      const remove = endpointOf(resource, 'remove')
      const idsInput = idListInput(remove)
      if (!idsInput && !variables)
        return {
          data: await Promise.all(
            ids.map(async (id) => (await mutate(remove, idInput(remove, id), id)).data),
          ),
        }
      await mutate(remove, (variables as Row | undefined) ?? { [idsInput!]: ids })
      return { data: ids.map((id) => ({ id })) as never }
    },
  }
}

/** What a screen passes: `endpoint`, and `callOptions` of a change. */
type Meta = { readonly [key: string]: unknown }

const endpointIn = (meta: Meta | undefined) => meta?.['endpoint'] as Endpoint | undefined

/** Id under the endpoint's own parameter name; empty for endpoints about the current user. */
function idInput(endpoint: Endpoint, id: BaseKey): Row {
  const key = Object.entries(shapeOf(endpoint.input)).find(
    ([, schema]) => fieldTypeOf(schema).kind === 'id',
  )?.[0]
  return key ? { [key]: id } : {}
}
