/** Phone numbers: accepted in common spellings, stored as E.164, sent in international format. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post, type Endpoint } from '#contract/endpoint.ts'
import { phone, text } from '#contract/field-constructors.ts'
import { ApiError } from '#server/http/errors.ts'
import { toE164 } from '#server/http/phone-numbers.ts'
import { getCompiledSchema, validateFields } from '#server/http/validation.ts'
import { formatFieldErrors } from '#server/platform/messages.ts'

const fields = { name: text({ max: 20 }), phone: z.nullish(phone()) }
const save = post('/person/save', z.object(fields), Done, { access: 'member' })
const upload = post(
  '/person/import',
  z.object({
    rows: z.array(z.object({ ...fields, office: z.optional(phone({ country: 'GB' })) })),
  }),
  Done,
  { access: 'member' },
)
const page = get('/person/page', pageQuery({}), pageOf(z.object(fields)), {
  access: 'member',
})

function fieldErrors(endpoint: Endpoint, input: unknown) {
  try {
    validateFields(endpoint, input, 'person.save')
  } catch (error) {
    if (error instanceof ApiError) return error.fields
    throw error
  }
  return []
}

test.each([
  ['13812345678', '+8613812345678'],
  ['138 1234 5678', '+8613812345678'],
  ['138-1234-5678', '+8613812345678'],
  ['１３８１２３４５６７８', '+8613812345678'],
  ['+86 138 1234 5678', '+8613812345678'],
  ['0086 13812345678', '+8613812345678'],
  ['(010) 6552 9988', '+861065529988'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['+44 20 7946 0958', '+442079460958'],
])('%s is stored as %s', (spelling, stored) => {
  expect(validateFields(save, { name: 'Li Lei', phone: spelling }, 'person.save')).toEqual({
    name: 'Li Lei',
    phone: stored,
  })
})

test('a national number is read by the country of its field, also inside lists', () => {
  const rows = [{ name: 'Li Lei', phone: '13812345678', office: '020 7946 0958' }, { name: 'Ann' }]
  expect(validateFields(upload, { rows }, 'person.import')).toEqual({
    rows: [{ name: 'Li Lei', phone: '+8613812345678', office: '+442079460958' }, { name: 'Ann' }],
  })
  expect(fieldErrors(upload, { rows: [{ name: 'Ann' }, { name: 'Li', phone: '12' }] })).toEqual([
    { field: 'rows.1.phone', rule: 'pattern', kind: 'phone', call: 'person.save' },
  ])
})

test.each(['12', 'abc', '138123456789012', '+99912345', '13812345678 ext. 5', 'call 13812345678'])(
  '%s is refused with a message in both languages',
  (spelling) => {
    const errors = fieldErrors(save, { name: 'Li Lei', phone: spelling }).map((error) => ({
      ...error,
      call: 'contacts.create',
      field: 'cellphone',
    }))
    expect(formatFieldErrors('zh', errors)['cellphone']).toMatch(/^联系方式不是有效的电话号码。/)
    expect(formatFieldErrors('en', errors)['cellphone']).toMatch(
      /^Contact method is not a valid phone number\. /,
    )
  },
)

test('an empty number clears the field', () => {
  expect(validateFields(save, { name: 'Li Lei', phone: '' }, 'person.save')).toEqual({
    name: 'Li Lei',
  })
})

test('responses have the international format, other stored text is unchanged', () => {
  const responseWith = (stored: unknown) =>
    z.parse(getCompiledSchema(page.output), { total: 1, rows: [{ name: 'Li Lei', phone: stored }] })
  const row = (formatted: unknown) => ({ total: 1, rows: [{ name: 'Li Lei', phone: formatted }] })
  expect(responseWith('+8613812345678')).toEqual(row('+86 138 1234 5678'))
  expect(responseWith('+14155552671')).toEqual(row('+1 415 555 2671'))
  expect(responseWith('extension 12')).toEqual(row('extension 12'))
  expect(responseWith(null)).toEqual(row(null))
})

test('a number survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (digits) => {
      const stored = toE164(`138${String(digits).padStart(8, '0')}`, 'CN')!
      expect(stored).toMatch(/^\+86138\d{8}$/)
      const [row] = (
        z.parse(getCompiledSchema(page.output), {
          total: 1,
          rows: [{ name: 'A', phone: stored }],
        }) as {
          rows: { phone: string }[]
        }
      ).rows
      expect(toE164(row!.phone, 'US')).toBe(stored)
    }),
  )
})
