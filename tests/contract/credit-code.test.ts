/** Unified social credit codes (GB 32100): each mistake is found, and has its own rule. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  checkCharacterOf,
  creditCode,
  creditCodeAlphabet,
  creditCodeLength,
  findCreditCodeProblem,
  normalizeCreditCode,
} from '#contract/credit-code.ts'
import { validate } from '#contract/issues.ts'

/** Published codes of organisations. */
const published = [
  '91350100M000100Y43',
  '914403001922038216',
  '9144030071526726XG',
  '91110000802100433B',
]

const codes = fc
  .array(fc.constantFrom(...creditCodeAlphabet), {
    minLength: creditCodeLength - 1,
    maxLength: creditCodeLength - 1,
  })
  .map((first) => first.join('') + checkCharacterOf(first.join('')))

test.each(published)('the published code %s is valid', (code) => {
  expect(findCreditCodeProblem(code)).toBeUndefined()
})

test('a code whose check character is computed is valid', () => {
  fc.assert(fc.property(codes, (code) => findCreditCodeProblem(code) === undefined))
})

test('every substitution of one character by another is found', () => {
  fc.assert(
    fc.property(codes, fc.nat({ max: creditCodeLength - 1 }), (code, at) => {
      for (const other of creditCodeAlphabet)
        if (other !== code[at])
          expect(findCreditCodeProblem(code.slice(0, at) + other + code.slice(at + 1))).toEqual({
            rule: 'creditCheck',
          })
    }),
  )
})

test('every exchange of two characters is found, except of first and last, whose weights are equal', () => {
  const place = fc.nat({ max: creditCodeLength - 1 })
  fc.assert(
    fc.property(codes, place, place, (code, a, b) => {
      fc.pre(code[a] !== code[b])
      const exchanged = [...code]
      exchanged[a] = code[b]!
      exchanged[b] = code[a]!
      const isBlind = Math.min(a, b) === 0 && Math.max(a, b) === creditCodeLength - 1
      expect(findCreditCodeProblem(exchanged.join(''))).toEqual(
        isBlind ? undefined : { rule: 'creditCheck' },
      )
    }),
  )
})

test('a wrong length and a character outside of the alphabet have rules of their own', () => {
  const [code] = published as [string]
  expect(findCreditCodeProblem(code.slice(1))).toEqual({ rule: 'creditLength', limit: 18 })
  expect(findCreditCodeProblem(`${code}1`)).toEqual({ rule: 'creditLength', limit: 18 })
  // The 15 digits of the tax numbers before 2015.
  expect(findCreditCodeProblem('110108123456789')).toEqual({ rule: 'creditLength', limit: 18 })
  for (const character of 'IOSVZ-中')
    expect(findCreditCodeProblem(character + code.slice(1))).toEqual({
      rule: 'creditCharacter',
      character,
    })
})

test('small letters, full-width characters and spaces are taken as the code that they mean', () => {
  expect(normalizeCreditCode(' 9135 0100-m000100y43 ')).toBe(published[0])
  expect(normalizeCreditCode('９１３５０１００Ｍ０００１００Ｙ４３')).toBe(published[0])
  const schema = z.object({ taxNo: creditCode() })
  expect(validate(schema, { taxNo: '91350100m000100y43' })).toEqual({
    ok: true,
    value: { taxNo: published[0] },
  })
  expect(validate(schema, { taxNo: '91350100M000100Y44' })).toEqual({
    ok: false,
    issues: [{ field: 'taxNo', rule: 'creditCheck' }],
  })
  expect(validate(schema, { taxNo: ' ' })).toMatchObject({ ok: false })
})
