/** The user's sessions, and the log of their logins. */
import * as z from 'zod/mini'
import { ClientType, code, Count, Flag, Id, Text, WireTime, Search } from '#contract/vocabulary.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { sortableBy } from '#contract/sorting.ts'

/**
 * `browser` and `system`: names such as Firefox and Windows, if detected. `usedDateTime` is
 * accurate to a few minutes.
 */
export const SessionRow = z.object({
  id: Id,
  current: Flag,
  browser: z.nullish(Text),
  system: z.nullish(Text),
  clientType: ClientType,
  loginIp: Text,
  loginDateTime: WireTime,
  usedDateTime: WireTime,
})
export type SessionRow = z.output<typeof SessionRow>

export const sessions = {
  page: get('/user/session/page', pageQuery({}), pageOf(SessionRow), {
    access: 'member',
    support: 'shown',
  }),

  end: post('/user/session/end', z.object({ id: Id }), Done, {
    access: 'member',
  }),

  endOthers: post('/user/session/endOthers', Nothing, z.object({ ended: Count }), {
    access: 'member',
  }),
}

/**
 * What concerns the access to an account, by network and day: refused sign-ins, changes of its
 * password, and what its owner or a deputy did: `actorId`, unless several did it.
 */
export const SecurityEvent = z.object({
  event: code('securityEvent', [
    'wrongPassword',
    'wrongOwnPassword',
    'wrongCode',
    'passwordChanged',
    'passwordReset',
    'createdByOwner',
    'passwordSetByOwner',
    'disabledByOwner',
    'enabledByOwner',
    'sessionsEndedByOwner',
  ]),
  ip: Text,
  network: Text,
  count: Count,
  firstDateTime: WireTime,
  lastDateTime: WireTime,
  actorId: z.nullish(Id),
  actorName: z.nullish(Text),
})
export type SecurityEvent = z.output<typeof SecurityEvent>

/** A sign-in, as the login log lists it (spec 3.5). */
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
      support: 'shown',
      extensionParameters: ['sortBy', 'sortOrder'],
    },
  ),

  get: get('/loginLog/get', z.object({ id: Id }), LoginLogRow, {
    spec: '7.27',
    access: 'member',
    support: 'shown',
  }),
}
