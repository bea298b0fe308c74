/** Where the rows of a statement lead: to the log, the person or the order behind the figure. */
import type { User } from '#contract/user.ts'
import { isMain } from '#contract/roles.ts'
import type { RowSubject } from '#contract/statement-tables.ts'
import { allUsers } from '#contract/translation.ts'
import type { Statement } from '#contract/statements.ts'
import type { Route } from '#console/engine/resource.ts'

const routes = {
  accountLog: 'UserCenterAccountLog',
  translationLog: 'UserCenterChangeTranslateLog',
  statement: 'UserCenterStatement',
  subAccount: 'UserCenterSubAccount',
  orders: 'UserCenterOrder',
} as const satisfies Record<string, Route>

/** Accounts that had changes of a type in the month. */
const accountsOf = (people: Statement['people'], type: string) =>
  people.filter(({ movements }) => movements.some(({ logType }) => logType === type))

/** Undefined where no page shows the rows. */
export function rowAddress(
  subject: RowSubject,
  { month, beginDateTime, endDateTime, person, people }: Statement,
  me: User | undefined | null,
): string | undefined {
  const range = { createDateTimeBegin: beginDateTime, createDateTimeEnd: endDateTime }
  const isOwn = person !== null && String(person.userId) === String(me?.userId)
  // An accountant sees neither the logs nor the people of its main account.
  if (!isOwn && !(me && isMain(me)) && !['person', 'order'].includes(subject.kind)) return undefined
  /** Whose translations a main account sees in their log; of a sub-account always its own. */
  const child: Record<string, string> =
    me && isMain(me) ? { childUserId: person ? String(person.userId) : allUsers } : {}
  switch (subject.kind) {
    case 'movement': {
      const { logType } = subject
      if (logType === 'TRANSLATION_CONSUME')
        return addressOf(routes.translationLog, { ...range, ...child })
      if (isOwn) return addressOf(routes.accountLog, { logType, ...range })
      if (person !== null)
        return person.account
          ? addressOf(routes.subAccount, { userId: String(person.userId) })
          : undefined
      // A log has the rows of one account: there is none of several, which the table by account lists.
      const [only, ...others] = accountsOf(people, logType)
      if (!only || others.length > 0) return undefined
      return String(only.userId) === String(me?.userId)
        ? addressOf(routes.accountLog, { logType, ...range })
        : addressOf(routes.statement, { month, userId: String(only.userId) })
    }
    case 'person':
      return addressOf(routes.statement, { month, userId: String(subject.userId) })
    case 'use': {
      const { tranChannelId, sourceLangCode, targetLangCode } = subject.row
      return addressOf(routes.translationLog, {
        ...range,
        ...child,
        tranChannelId: String(tranChannelId),
        sourceLangCode,
        targetLangCode,
      })
    }
    case 'key':
      return addressOf(routes.translationLog, {
        ...range,
        ...child,
        apiKeyId: String(subject.keyId),
      })
    case 'order':
      return addressOf(routes.orders, { no: subject.orderNo })
  }
}

const addressOf = (route: Route, query: Record<string, string>): string =>
  `/${route}?${new URLSearchParams(query).toString()}`
