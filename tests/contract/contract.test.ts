/** The contract has all endpoints of the specification, with clause, access and field types. */
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { unwrapSchema, shapeOf } from '#contract/query.ts'
import { fieldTypeRegistry } from '#contract/vocabulary.ts'

const calls: [string, Endpoint][] = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, endpoint]): [string, Endpoint] => [
    `${group}.${name}`,
    endpoint,
  ]),
)

/** Endpoints of section 7, copied from the specification to compare the contract with. */
const section7 = `
7.1 GET /customer-service/platform/list
7.2 GET /customer-service/list
7.3 GET /customer-service/get
7.4 GET /user/get
7.5 POST /user/changePassword
7.6 POST /user/update
7.7 GET /user/page
7.8 POST /user/saveChildUser
7.9 GET /user/getChildInfo
7.10 POST /user/resetPassword
7.11 POST /user/distribution
7.12 POST /user/voice/distribution
7.13 POST /user/all/distribution
7.14 POST /user/changeAutoDistribution
7.15 POST /user/changeEnabled
7.16 POST /user/delChild
7.17 DELETE /user/delete
7.18 GET /dataCus/get
7.19 POST /dataCus/save
7.20 POST /login/checkAccount
7.21 POST /login/checkUsername
7.22 POST /login/sendVCode
7.23 POST /login/register
7.24 POST /login/login
7.25 GET /login/findEmail
7.26 POST /login/resetPwdByVcode
7.27 GET /loginLog/get
7.28 GET /loginLog/page
7.29 GET /memberGroup/saleList
7.30 GET /memberGroup/mappingList
7.31 POST /memberGroup/changeChannel
7.32 GET /tranChannel/list
7.33 GET /orderByMemberGroup/page
7.34 POST /orderByMemberGroup/pay
7.35 GET /orderByMemberGroup/getPayInfo
7.36 GET /orderByMemberGroup/flush
7.37 GET /payInfo/channel
7.38 GET /memberAccountLog/page
7.39 GET /translationLog/page
7.40 GET /translationLanguages/list
7.41 POST /translation/text
7.42 GET /notice/openSse/{clientId}`
  .trim()
  .split('\n')

test('the contract has the 42 endpoints of section 7 with their clause, method and path', () => {
  const specified = new Set(
    calls
      .filter(([, { spec }]) => spec)
      .map(([, { spec, method, path }]) => `${spec} ${method} ${path}`),
  )
  expect([...specified].toSorted()).toEqual(section7.toSorted())
})

test('two endpoints with one path are distinguished by an input field', () => {
  const nameByAddress = new Map<string, string>()
  for (const [name, { method, path, when, input }] of calls) {
    if (when) expect(Object.keys(shapeOf(input)), name).toContain(when)
    const address = `${method} ${path} ${when ?? ''}`
    expect(nameByAddress.get(address), `${name} and ${nameByAddress.get(address)}`).toBeUndefined()
    nameByAddress.set(address, name)
  }
})

test('every field of every list row and input has a field type', () => {
  const rows = calls.flatMap(([name, { output }]) => {
    const list = shapeOf(output)['rows']
    return list && unwrapSchema(list) instanceof z.core.$ZodArray
      ? [[name, (unwrapSchema(list) as z.core.$ZodArray)._zod.def.element] as const]
      : []
  })
  const inputs = calls.map(([name, { input }]) => [name, input] as const)
  const missingTypes = [...rows, ...inputs].flatMap(([name, schema]) =>
    valuesWithoutFieldType(schema).map((field) => `${name}: ${field}`),
  )
  expect(missingTypes).toEqual([])
})

test('endpoints with a capability or an idempotency key are for signed-in users', () => {
  for (const [name, endpoint] of calls)
    if (endpoint.needs || endpoint.once) expect(endpoint.access, name).not.toBe('visitor')
})

test('no endpoint with an idempotency key is a GET', () => {
  const getsWithKey = calls
    .filter(([, { method, once }]) => method === 'GET' && once)
    .map(([name]) => name)
  expect(getsWithKey).toEqual([])
})

/**
 * Fields that no cell and no form of the engine shows: a permission, the size of a picture, sorting,
 * and a file.
 */
const fieldsNotShown = new Set([
  'createChildUser',
  'height',
  'width',
  'sortBy',
  'sortOrder',
  'file',
])

/** Fields without a field type. Plain texts need none. */
function valuesWithoutFieldType(schema: z.core.$ZodType): string[] {
  return Object.entries(shapeOf(schema)).flatMap(([field, inner]) => {
    const bareSchema = unwrapSchema(inner)
    if (bareSchema instanceof z.core.$ZodObject)
      return valuesWithoutFieldType(bareSchema).map((deep) => `${field}.${deep}`)
    if (bareSchema instanceof z.core.$ZodArray || bareSchema instanceof z.core.$ZodString) return []
    return fieldTypeRegistry.get(bareSchema) || fieldsNotShown.has(field) ? [] : [field]
  })
}
