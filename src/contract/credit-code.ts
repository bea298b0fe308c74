/** Unified social credit codes of Chinese organisations, which are their tax numbers (GB 32100-2015). */
import * as z from 'zod/mini'
import { withFieldType } from '#contract/vocabulary.ts'

/** Digits and capital letters without I, O, S, V and Z; the place of a character is its value. */
export const creditCodeAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export const creditCodeLength = 18

export type CreditCodeRule = 'creditLength' | 'creditCharacter' | 'creditCheck'
/** `limit`: the length that is right; `character`: the first one that no code has. */
export type CreditCodeProblem = { rule: CreditCodeRule; limit?: number; character?: string }

/** As codes are written: half-width capitals without spaces and hyphens between. */
export const normalizeCreditCode = (text: string): string =>
  text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/** The last character of a code by its first 17: weights 3^0 to 3^16, modulo 31. */
export function checkCharacterOf(first: string): string {
  const radix = creditCodeAlphabet.length
  let weight = 1
  let sum = 0
  for (const character of first.slice(0, creditCodeLength - 1)) {
    sum += creditCodeAlphabet.indexOf(character) * weight
    weight = (weight * 3) % radix
  }
  return creditCodeAlphabet.charAt((radix - (sum % radix)) % radix)
}

/** What is wrong with a normalized code; undefined if nothing is. */
export function findCreditCodeProblem(code: string): CreditCodeProblem | undefined {
  const wrong = Array.from(code).find((character) => !creditCodeAlphabet.includes(character))
  if (wrong !== undefined) return { rule: 'creditCharacter', character: wrong }
  if (code.length !== creditCodeLength) return { rule: 'creditLength', limit: creditCodeLength }
  return checkCharacterOf(code) === code.at(-1) ? undefined : { rule: 'creditCheck' }
}

/** A unified social credit code; each mistake has a sentence of its own. */
export const creditCode = () =>
  withFieldType(
    z.string().check(
      z.overwrite(normalizeCreditCode),
      z.check<string>(({ value, issues }) => {
        const params = value === '' ? undefined : findCreditCodeProblem(value)
        if (params) issues.push({ code: 'custom', input: value, params, continue: false })
      }),
      z.minLength(1),
    ),
    { kind: 'text' },
  )
