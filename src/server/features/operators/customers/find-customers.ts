/** Searches customers by names, numbers of orders, payments and refunds, and lists them. */
import { and, asc, count, desc, eq, inArray, or, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import type { CustomerRow, customers as calls } from '#contract/operator/customers.ts'
import {
  inviteCodes,
  isInviteCode,
  loginNames,
  searchedNames,
  users,
} from '#server/features/accounts/table.ts'
import { acrossCustomers } from '#server/features/operators/operator.ts'
import {
  orderNumbers,
  orders,
  refunds,
  searchedNumbers,
  unmatchedPayments,
} from '#server/features/orders/table.ts'
import { acrossOwners } from '#server/platform/db/across-owners.ts'
import { isId, type UserKey } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/open.ts'
import { toOffset, type Page, type PageQuery } from '#server/platform/db/page.ts'
import { hasPart, mayContain, searchKeys, type FoundKeys } from '#server/platform/db/text-search.ts'
import { wireTime } from '#server/platform/db/time.ts'
import {
  groupOrder,
  mainAccounts,
  requiredWireTime,
  selectState,
  customerType,
  customerFields,
  isMainAccountOfUser,
} from '#server/features/operators/customers/customer-fields.ts'

/** Shorter texts match only ids and whole names, unless they contain non-ASCII characters. */
const minPartLength = 3

/** Maximum numbers of orders and of payments by which accounts are found. */
const maxMatches = 50

const isWholeName = (text: string): boolean =>
  text.length < minPartLength && !/[^\x20-\x7e]/.test(text)

const matchText = (text: string, columns: readonly Column[]): SQL =>
  or(
    ...columns.map((column) =>
      isWholeName(text) ? sql`lower(${column}) = lower(${text}::text)` : hasPart(column, text),
    ),
  )!

/** `candidates`: conditions that use an index, of which each hit meets one. */
type TextMatch = { hit: SQL; candidates: SQL[] | undefined }

function matchPeople(text: string): TextMatch {
  const candidates = mayContain(searchedNames(users), text)
  return { hit: matchText(text, searchedNames(users)), candidates: candidates && [candidates] }
}

const orderFields = {
  ownerId: orders.ownerId,
  id: orders.id,
  no: orders.no,
  gatewayNo: orders.gatewayNo,
  payStatus: orders.payStatus,
  payChannel: orders.payChannel,
  amountCents: orders.amountCents,
  createdAt: orders.createdAt,
}

/** The newest orders whose number, or number at the gateway, contains the text. */
async function findOrdersByNumber(db: Db, text: string, max: number) {
  const candidates = mayContain(searchedNumbers(orders), text, minPartLength)
  const { keys } = await searchKeys(
    db,
    {
      table: orders,
      keys: [orders.ownerId, orders.id],
      order: [orders.createdAt, orders.id].map((expression) => ({ expression, descending: true })),
      hit: acrossCustomers(matchText(text, searchedNumbers(orders))),
      candidates: candidates && [candidates],
    },
    { pageNum: 1, pageSize: max },
  )
  if (keys.length === 0) return []
  const isFound = or(
    ...keys.map(([ownerId, id]) => and(eq(orders.ownerId, ownerId!), eq(orders.id, id!))),
  )
  return db.select(orderFields).from(orders).where(acrossCustomers(isFound))
}

const findUnmatchedPayments = (db: Db, text: string, max: number) =>
  db
    .select()
    .from(unmatchedPayments)
    .where(matchText(text, [unmatchedPayments.gatewayNo, unmatchedPayments.orderNo]))
    .limit(max)

const findRefunds = (db: Db, text: string, max: number) =>
  db
    .select()
    .from(refunds)
    .where(matchText(text, [refunds.refundNo, refunds.gatewayNo, refunds.orderNo]))
    .limit(max)

/** The number that matched, by the owner of the order, payment or refund. */
async function findOwnersByNumber(db: Db, text: string): Promise<Map<string, string>> {
  if (!/\d/.test(text) || text.length < minPartLength) return new Map()
  const [foundOrders, unmatched, foundRefunds] = await Promise.all([
    findOrdersByNumber(db, text, maxMatches),
    findUnmatchedPayments(db, text, maxMatches),
    findRefunds(db, text, maxMatches),
  ])
  const ordersOfPayments =
    unmatched.length === 0
      ? []
      : await db
          .select({ ownerId: orders.ownerId, no: orders.no })
          .from(orders)
          .where(
            acrossCustomers(
              inArray(
                orders.no,
                unmatched.map(({ orderNo }) => orderNo),
              ),
            ),
          )
  const isNamed = (number: string | null) => number?.includes(text) === true
  const found = new Map<string, string>()
  const add = (ownerId: string | null, number: string) => {
    if (ownerId !== null && !found.has(ownerId)) found.set(ownerId, number)
  }
  for (const { ownerId, no, gatewayNo } of foundOrders)
    if (isNamed(no) || isNamed(gatewayNo)) add(ownerId, isNamed(no) ? no : gatewayNo!)
  for (const { ownerId, no } of ordersOfPayments) add(ownerId, no)
  for (const { ownerId, refundNo } of foundRefunds) add(ownerId, refundNo)
  return found
}

/** As a subquery instead of a join, for filters that are evaluated for few rows. */
const customerState = selectState(
  sql`(select ${mainAccounts.enabled} from ${users} as ${sql.identifier('mains')} where ${isMainAccountOfUser})`,
)

type Numbers = { numbers: Map<string, string> }

/**
 * A whole email address, user id, order number or invitation code, found by an index; the id of a
 * main account also finds its sub-accounts. Undefined for any other text, of which parts are
 * searched.
 */
async function findExactMatch(
  db: Db,
  text: string,
): Promise<(Numbers & { where: SQL }) | undefined> {
  const [[named], [invited], [ordered], [numbered]] = await Promise.all([
    text.includes('@')
      ? db.select().from(loginNames).where(eq(loginNames.name, text.toLowerCase()))
      : [],
    db.select().from(inviteCodes).where(isInviteCode(text)),
    db.select().from(orderNumbers).where(eq(orderNumbers.no, text)),
    isId(text)
      ? db
          .select({ ownerId: users.ownerId, userId: users.userId })
          .from(users)
          .where(acrossOwners('an operator looks up a user id', eq(users.userId, text)))
      : [],
  ])
  const isUser = ({ ownerId, userId }: UserKey) =>
    and(eq(users.ownerId, ownerId), eq(users.userId, userId))!
  const user = named ?? invited
  if (user) return { where: isUser(user), numbers: new Map() }
  if (numbered) {
    const { ownerId, userId } = numbered
    const where = userId === ownerId ? eq(users.ownerId, ownerId) : isUser(numbered)
    return { where, numbers: new Map() }
  }
  if (!ordered) return undefined
  const { ownerId } = ordered
  return { where: isUser({ ownerId, userId: ownerId }), numbers: new Map([[ownerId, text]]) }
}

async function findPartialMatch(db: Db, text: string): Promise<Numbers & TextMatch> {
  const numbers = await findOwnersByNumber(db, text)
  const byNumber =
    numbers.size === 0
      ? undefined
      : and(inArray(users.ownerId, [...numbers.keys()]), sql`${users.userId} = ${users.ownerId}`)
  const { hit, candidates } = matchPeople(text)
  return {
    hit: or(hit, byNumber)!,
    candidates: candidates && [...candidates, ...(byNumber ? [byNumber] : [])],
    numbers,
  }
}

/** A search is sorted by account group, otherwise the newest accounts come first. */
export async function readCustomerPage(
  db: Db,
  { search, state, type, ...query }: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<CustomerRow>> {
  const filters = and(
    state ? sql`${customerState} = ${state}` : undefined,
    type ? sql`${customerType} = ${type}` : undefined,
  )
  const exact = search ? await findExactMatch(db, search) : undefined
  const part = search && !exact ? await findPartialMatch(db, search) : undefined
  const order = search ? groupOrder.map((by) => asc(by)) : newestFirst
  const { keys, ...total } = part
    ? await searchKeys(
        db,
        {
          table: users,
          keys: [users.ownerId, users.userId],
          order: groupOrder.map((expression) => ({ expression, descending: false })),
          hit: acrossCustomers(and(part.hit, filters)),
          candidates: part.candidates,
        },
        query,
      )
    : await findListedKeys(db, acrossCustomers(and(exact?.where, filters)), order, query)
  const numbers = (exact ?? part)?.numbers
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({
            ...customerFields,
            ownerAccount: mainAccounts.account,
            inviteCode: users.inviteCode,
            registerDateTime: requiredWireTime(users.registeredAt, zone),
            lastLoginDateTime: wireTime<string | null>(users.lastLoginAt, zone),
            subAccountCount,
          })
          .from(users)
          .innerJoin(mainAccounts, isMainAccountOfUser)
          .where(
            acrossCustomers(
              inArray(
                users.userId,
                keys.map(([, userId]) => userId!),
              ),
            ),
          )
          .orderBy(...order)
  return {
    ...total,
    rows: rows.map((row) => ({
      ...row,
      found: row.type === 'main' ? (numbers?.get(row.ownerId) ?? null) : null,
    })),
  }
}

const members = alias(users, 'members')
const subAccountCount = sql<number>`case when ${users.userId} = ${users.ownerId} then (select count(*)::int
  from ${users} as ${sql.identifier('members')} where ${members.ownerId} = ${users.ownerId} and ${members.userId} <> ${members.ownerId}) else 0 end`

const newestFirst = [desc(users.ownerId), desc(users.userId)]

/** Keys and total of one page, without a search by part; the rows are read by key. */
async function findListedKeys(
  db: Db,
  where: SQL,
  order: readonly SQL[],
  query: PageQuery,
): Promise<FoundKeys> {
  const [[counted], page] = await Promise.all([
    db.select({ total: count() }).from(users).where(where),
    db
      .select({ ownerId: users.ownerId, userId: users.userId })
      .from(users)
      .where(where)
      .orderBy(...order)
      .limit(query.pageSize)
      .offset(toOffset(query)),
  ])
  return {
    total: counted?.total ?? 0,
    keys: page.map(({ ownerId, userId }) => [ownerId, userId]),
  }
}
