/** Sections of the data export, each loaded by the endpoint that its page uses. */
import { wireNow } from '#client/i18n/time.ts'
import type { Serves } from '#console/refine/capabilities.ts'
import type { Row } from '#console/engine/resource.ts'
import { accountLog } from '#contract/account-log.ts'
import { LogType } from '#contract/codes.ts'
import { contacts } from '#contract/contacts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { loginLog } from '#contract/login-log.ts'
import { orders } from '#contract/orders.ts'
import { spaces } from '#contract/spaces.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { everybody, translationLog } from '#contract/translation.ts'
import { users, type User } from '#contract/users.ts'

export type Section = {
  /** The message key of the section, shared with the page that shows the same fields. */
  readonly name:
    | 'profile'
    | 'subAccounts'
    | 'orders'
    | 'accountLog'
    | 'loginLog'
    | 'translationLog'
    | 'spaces'
    | 'contacts'
  readonly call: Endpoint
  /** Inputs of the calls, made in sequence; a function if they depend on earlier sections. */
  readonly asks:
    readonly Row[] | ((before: ReadonlyMap<Section['name'], readonly Row[]>) => readonly Row[])
  /** The field that identifies a row. */
  readonly id?: string
}

/** Leaves out sections that the backend does not serve. */
export function sectionsOf({ userId, registerDateTime }: User, serves: Serves): Section[] {
  const always = { createDateTimeBegin: registerDateTime, createDateTimeEnd: wireNow() }
  const all: Section[] = [
    { name: 'profile', call: users.get, asks: [{}] },
    { name: 'subAccounts', call: subAccounts.page, asks: [{}], id: 'userId' },
    { name: 'orders', call: orders.page, asks: [{}], id: 'id' },
    {
      name: 'accountLog',
      call: accountLog.page,
      asks: LogType.options.map((logType) => ({ logType, ...always })),
      id: 'id',
    },
    { name: 'loginLog', call: loginLog.page, asks: [{}], id: 'id' },
    // Row ids of the log are unique per user only, hence no `id`.
    {
      name: 'translationLog',
      call: translationLog.page,
      asks: [{ childUserId: everybody, ...always }],
    },
    { name: 'spaces', call: spaces.list, asks: [{}], id: 'id' },
    {
      name: 'contacts',
      call: contacts.page,
      asks: (before) =>
        (before.get('spaces') ?? [])
          .filter(({ ownerId }) => String(ownerId) === String(userId))
          .map(({ id }) => ({ spaceId: id })),
      id: 'id',
    },
  ]
  return all.filter(({ call }) => serves(call))
}
