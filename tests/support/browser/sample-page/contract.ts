/** Contract of a sample resource that the product does not have, for extensibility tests. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import {
  Cents,
  Count,
  Flag,
  Id,
  fieldTypeRegistry,
  Search,
  Text,
  WireTime,
} from '#contract/vocabulary.ts'

const Ticket = z.object({
  id: Id,
  subject: Text,
  messages: Count,
  refund: z.nullish(Cents),
  urgent: Flag,
  openedDateTime: WireTime,
})

const Subject = z.string().check(z.trim(), z.minLength(4), z.maxLength(40))
fieldTypeRegistry.add(Subject, { kind: 'text' })

const options = { access: 'member' } as const

export const tickets = {
  page: get(
    '/ticket/page',
    pageQuery({
      subject: z.optional(Search),
      urgent: z.optional(Flag),
      openedDateTimeBegin: z.optional(WireTime),
      openedDateTimeEnd: z.optional(WireTime),
    }),
    pageOf(Ticket),
    options,
  ),
  create: post(
    '/ticket/save',
    z.object({ subject: Subject, urgent: z._default(Flag, 0) }),
    Done,
    options,
  ),
  changeUrgent: post('/ticket/changeUrgent', z.object({ id: Id, urgent: Flag }), Done, options),
  close: post('/ticket/close', z.object({ id: Id }), Done, options),
}
