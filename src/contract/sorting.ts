/** Sort parameters of a list. */
import * as z from 'zod/mini'

const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.output<typeof SortOrder>

/** Without `sortBy`, newest first. An extension: list both parameters in `extensionParameters`. */
export const sortableBy = <const K extends readonly [string, ...string[]]>(fields: K) => ({
  sortBy: z.optional(z.enum(fields)),
  sortOrder: z.optional(SortOrder),
})
