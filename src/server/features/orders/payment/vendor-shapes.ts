/** Schemas shared by several vendors' messages. */
import * as z from 'zod/mini'
import { chinaTime } from '#server/features/orders/payment/china-time.ts'
import { centsOf } from '#server/features/orders/payment/yuan.ts'

/** Yuan as text or number, converted to fen. */
export const Yuan = read(z.union([z.string(), z.number()]), centsOf)

/** China Standard Time in any of the vendors' formats. */
export const ChinaTime = read(z.string(), chinaTime)

/** A vendor's identifier: a string or an unquoted number. */
export const Numbered = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform(String),
)

function read<A, T>(schema: z.ZodMiniType<A, A>, how: (value: A) => T | undefined) {
  return z.pipe(
    schema,
    z.transform((value, context) => {
      const result = how(value)
      if (result !== undefined) return result
      context.issues.push({ code: 'custom', message: 'unreadable', input: value })
      return z.NEVER
    }),
  )
}
