/** Query strings of GET calls, and the signature of visitors. */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toQuery } from '#contract/query.ts'
import { parseQuery } from '#contract/read-query.ts'
import { signedHeaders } from '#contract/signing.ts'
import { sortableBy } from '#contract/sorting.ts'
import { validate } from '#contract/issues.ts'
import { Flag } from '#contract/vocabulary.ts'

const Filters = z.object({
  text: z.optional(z.string()),
  count: z.optional(z.int()),
  flag: z.optional(Flag),
  state: z.optional(z.union([z.literal('open'), z.literal('done')])),
  mixed: z.optional(z.union([z.literal(1), z.literal('all')])),
})

test('an input that is sent as a query is read as it was, without its empty values', () => {
  const empty = fc.constantFrom(undefined, null, '')
  fc.assert(
    fc.property(
      fc.record({
        text: fc.oneof(fc.string({ minLength: 1 }), empty),
        count: fc.oneof(fc.integer(), empty),
        flag: fc.oneof(fc.constantFrom(0, 1), empty),
        state: fc.oneof(fc.constantFrom('open', 'done'), empty),
      }),
      (input) => {
        const sent = Object.entries(input).filter(([, value]) => value || value === 0)
        const query = new URLSearchParams(toQuery(input))
        expect([...query.keys()]).toEqual(sent.map(([key]) => key))
        expect(parseQuery(Filters, query)).toEqual(Object.fromEntries(sent))
      },
    ),
  )
})

test.each([
  ['text=12&count=12', { text: '12', count: 12 }],
  ['count=-5&count=6', { count: -5 }],
  ['count=1.5&flag=1e1', { count: '1.5', flag: '1e1' }],
  [`count=${'9'.repeat(17)}`, { count: '9'.repeat(17) }],
  ['state=1&mixed=1', { state: '1', mixed: '1' }],
  ['text=&count=&other=7', {}],
])('%s is read as the types of the schema say', (query, expected) => {
  expect(parseQuery(Filters, new URLSearchParams(query))).toEqual(expected)
})

test('a visitor signs with the token of two empty strings', () => {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const { 'auth-token': token, authorization } = signedHeaders(md5, null, 1_700_000_000_000)
  expect(token).toBe(md5('').toUpperCase())
  expect(authorization).toBe(`Bearer ${token}`)
})

test('a list is sorted by one of its fields, ascending or descending', () => {
  const Sorting = z.object(sortableBy(['amount']))
  expect(validate(Sorting, { sortBy: 'amount', sortOrder: 'desc' }).ok).toBe(true)
  expect(validate(Sorting, { sortBy: 'secret' }).ok).toBe(false)
  expect(validate(Sorting, { sortBy: 'amount', sortOrder: 'up' }).ok).toBe(false)
})
