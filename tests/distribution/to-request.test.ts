/** Transfers as requests: endpoint and input, and parsing of stored mutations. */
import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { isAllZero, type Amounts } from '#console/features/distribution/balance.ts'
import { callFor, parseRequest } from '#console/features/distribution/to-request.ts'
import { validate } from '#contract/issues.ts'

const count = integer({ min: 0, max: 2 ** 40 })
const amounts = record({ chars: count, voices: count, images: count }).filter(
  (each) => !isAllZero(each),
)
const id = integer({ min: 1, max: 999_999 }).map(String)
const distribute = (ids: string[], each: Partial<Amounts>) =>
  callFor({ direction: 'distribute', ids, each: { chars: 0, voices: 0, images: 0, ...each } })

test.each([
  [['7'], { chars: 5 }, '/user/distribution', { childUserId: '7', changeCharNum: 5 }],
  [['7'], { voices: 5 }, '/user/voice/distribution', { childUserId: '7', changeCharNum: 5 }],
  [
    ['7'],
    { images: 5 },
    '/user/all/distribution',
    { childUserId: '7', changeCharNum: 0, changeVoiceNum: 0, changeImageNum: 5 },
  ],
  [
    ['7'],
    { chars: 1, voices: 2, images: 3 },
    '/user/all/distribution',
    { childUserId: '7', changeCharNum: 1, changeVoiceNum: 2, changeImageNum: 3 },
  ],
  [
    ['7', '8'],
    { chars: 5 },
    '/user/batch/distribution',
    { childUserIds: ['7', '8'], changeCharNum: 5, changeVoiceNum: 0, changeImageNum: 0 },
  ],
])('%j get %j by %s', (ids, each, path, input) => {
  const { endpoint, input: sent } = distribute(ids, each)
  expect([endpoint.path, sent]).toEqual([path, input])
})

test('reclaiming has its own endpoint', () => {
  const { endpoint, input } = callFor({
    direction: 'reclaim',
    ids: ['7'],
    each: { chars: 5, voices: 0, images: 1 },
  })
  expect([endpoint.path, input]).toEqual([
    '/user/reclaim',
    { childUserId: '7', changeCharNum: 5, changeVoiceNum: 0, changeImageNum: 1 },
  ])
})

test('requests match the contract and describe the same transfer after being stored', () => {
  assert(
    property(
      constantFrom('distribute' as const, 'reclaim' as const),
      uniqueArray(id, { minLength: 1, maxLength: 20 }),
      amounts,
      (direction, several, each) => {
        const ids = direction === 'reclaim' ? several.slice(0, 1) : several
        const { endpoint, input } = callFor({ direction, ids, each })
        expect(validate(endpoint.input, input).ok).toBe(true)
        const stored = JSON.parse(JSON.stringify(input)) as unknown
        expect(parseRequest({ path: endpoint.path, input: stored })).toMatchObject({
          direction,
          ids,
          each,
          endpoint,
        })
      },
    ),
  )
})

test('other mutations are no distribution requests', () => {
  expect(
    parseRequest({ path: '/orderByMemberGroup/pay', input: { memberGroupId: '1' } }),
  ).toBeUndefined()
  assert(
    property(array(integer()), (junk) => {
      expect(parseRequest({ path: '/translation/text', input: junk })).toBeUndefined()
    }),
  )
  expect(parseRequest({ path: '/user/distribution', input: null })).toBeUndefined()
})
