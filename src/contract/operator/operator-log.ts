/** The log of what operators changed, in the console or by command. */
import * as z from 'zod/mini'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { StoredLongText } from '#contract/operator/fields.ts'
import { code, Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

/**
 * `before`, `after`: the changed values as JSON text; null for a new or a deleted record, and for
 * rows that the operator's role may not read.
 */
export const OperatorLogRow = z.object({
  id: Id,
  createDateTime: WireTime,
  operator: Text,
  action: Text,
  subject: Text,
  reason: z.nullish(StoredLongText),
  before: z.nullish(Text),
  after: z.nullish(Text),
})
export type OperatorLogRow = z.output<typeof OperatorLogRow>

/** The first word of a subject. */
export const LogSubject = code('logSubject', [
  'account',
  'order',
  'payment',
  'refund',
  'package',
  'channel',
  'announcement',
  'contact',
  'download',
  'record',
  'operator',
])

export const operatorLog = {
  page: get(
    '/operator/log/page',
    pageQuery({
      operator: z.optional(Search),
      subjectKind: z.optional(LogSubject),
      subject: z.optional(Search),
      createDateTimeBegin: z.optional(WireTime),
      createDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(OperatorLogRow),
    { access: 'member' },
  ),
}
