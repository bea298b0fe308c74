/** Login log: time, address and client of the user's logins. */
import * as z from 'zod/mini'
import { ClientType } from '#contract/base-codes.ts'
import { get, pageOf, pageQuery } from '#contract/endpoint.ts'
import { sortableBy } from '#contract/sorting.ts'
import { Id, Search, Text, WireTime } from '#contract/vocabulary.ts'

/** Spec 3.5. */
export const LoginLogRow = z.object({
  id: Id,
  loginIp: Text,
  clientType: ClientType,
  loginDateTime: WireTime,
})
export type LoginLogRow = z.output<typeof LoginLogRow>

export const loginLog = {
  page: get(
    '/loginLog/page',
    pageQuery({
      loginIp: z.optional(Search),
      clientType: z.optional(ClientType),
      loginDateTimeBegin: z.optional(WireTime),
      loginDateTimeEnd: z.optional(WireTime),
      ...sortableBy(['loginDateTime']),
    }),
    pageOf(LoginLogRow),
    {
      spec: '7.28',
      access: 'member',
      extensions: ['sortBy', 'sortOrder'],
      summary: 'Lists the user’s own logins, newest first by default.',
    },
  ),

  get: get('/loginLog/get', z.object({ id: Id }), LoginLogRow, {
    spec: '7.27',
    access: 'member',
    summary: 'Returns one of the user’s own logins.',
  }),
}
