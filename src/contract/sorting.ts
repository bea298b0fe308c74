/** Sorting a list by one of its fields. */
import * as z from 'zod/mini'

const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.output<typeof SortOrder>

/** Without `sortBy` the newest rows come first. An extension of ours: name both in `extensions`. */
export const sortableBy = <const K extends readonly [string, ...string[]]>(fields: K) => ({
  sortBy: z.optional(z.enum(fields)),
  sortOrder: z.optional(SortOrder),
})
