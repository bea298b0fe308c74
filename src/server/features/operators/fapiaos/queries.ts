/** Reads the fapiao of all customers. */
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import {
  CustomerFapiao,
  CustomerFapiaoDetails,
  type customerFapiaos as calls,
} from '#contract/operator/fapiaos.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { users } from '#server/features/accounts/table.ts'
import {
  handlingOrder,
  isToHandle,
  minSearchedPart,
  searchedTexts,
} from '#server/features/collections/index.ts'
import {
  isFapiao,
  readCorrections,
  readOrdersOf,
  readOrderSums,
  sumsOf,
  type FapiaoKey,
} from '#server/features/fapiaos/index.ts'
import { fapiaoColumns, fapiaos, fapiaoTakes } from '#server/features/fapiaos/table.ts'
import { acrossCustomers } from '#server/features/operators/operator.ts'
import { findNamedOwners, hasNamedOwner } from '#server/features/operators/orders/queries.ts'
import { ApiError } from '#server/http/errors.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/db.ts'
import { selectWireColumns } from '#server/platform/db/field-columns.ts'
import type { Page } from '#server/platform/db/page.ts'
import { hasPart, mayContain, searchKeys, type FoundKeys } from '#server/platform/db/text-search.ts'
import { isInRange, wireTime } from '#server/platform/db/time.ts'

/** Those that an operator has to issue or to reverse. */
export const isFapiaoToHandle: SQL = isToHandle(fapiaoColumns)

/** Fields that are not columns of the table, or have another form there. */
const ownFields = new Set([
  'id',
  'ownerId',
  'account',
  'createDateTime',
  'version',
  'taker',
  'takeDateTime',
  'takerId',
  'sums',
  'orders',
  'corrections',
])
const storedFields = (fields: typeof CustomerFapiaoDetails.shape | typeof CustomerFapiao.shape) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !ownFields.has(key)))

const selectFapiaos = (
  db: Db,
  fields: Parameters<typeof storedFields>[0],
  where: SQL | undefined,
  zone: string,
) =>
  db
    .select({
      id: sql<string>`${fapiaos.id}::text`,
      ownerId: sql<string>`${fapiaos.ownerId}::text`,
      account: sql<string>`coalesce(${users.account}, '')`,
      createDateTime: wireTime(fapiaos.createdAt, zone),
      version: sql<number>`${fapiaos.version}::float8`,
      taker: fapiaoTakes.operator,
      takeDateTime: wireTime<string | null>(fapiaoTakes.takenAt, zone),
      takerId: sql<string | null>`${fapiaoTakes.operatorId}::text`,
      ...selectWireColumns(storedFields(fields), fapiaoColumns, zone),
    })
    .from(fapiaos)
    .leftJoin(users, and(eq(users.ownerId, fapiaos.ownerId), eq(users.userId, fapiaos.ownerId)))
    .leftJoin(
      fapiaoTakes,
      and(eq(fapiaoTakes.ownerId, fapiaos.ownerId), eq(fapiaoTakes.fapiaoId, fapiaos.id)),
    )
    .where(where)

/** Those to handle first, the oldest of them first; the others newest first. */
export async function readFapiaoPage(
  db: Db,
  query: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<Page<CustomerFapiao>> {
  const { keys, ...total } = await findFapiaoKeys(db, query, zone)
  if (keys.length === 0) return { ...total, rows: [] }
  const isListed = or(...keys.map(([ownerId, id]) => isFapiao({ ownerId: ownerId!, id: id! })))
  const rows = await selectFapiaos(
    db,
    CustomerFapiao.shape,
    acrossCustomers(isListed),
    zone,
  ).orderBy(handlingOrder(fapiaoColumns))
  return { ...total, rows: rows as unknown as CustomerFapiao[] }
}

async function findFapiaoKeys(
  db: Db,
  { number, account, state, kind, ...query }: ParsedInputOf<typeof calls.page>,
  zone: string,
): Promise<FoundKeys> {
  const owners = account ? await findNamedOwners(db, account) : undefined
  const isOfOwner = owners && inArray(fapiaos.ownerId, owners)
  const isInState = state ? eq(fapiaoColumns['state']!, state) : undefined
  const texts = searchedTexts(fapiaoColumns)
  const indexed = [
    number ? mayContain(texts, number, minSearchedPart) : undefined,
    isOfOwner,
    isInState,
  ].filter((condition) => condition !== undefined)
  const { createDateTimeBegin: begin, createDateTimeEnd: end } = query
  const search = {
    table: fapiaos,
    keys: [fapiaos.ownerId, fapiaos.id],
    order: [{ expression: handlingOrder(fapiaoColumns), descending: false }],
    hit: acrossCustomers(
      and(
        number ? or(...texts.map((text) => hasPart(text, number))) : undefined,
        account ? (isOfOwner ?? hasNamedOwner(db, account, fapiaos.ownerId)) : undefined,
        isInState,
        kind ? eq(fapiaoColumns['kind']!, kind) : undefined,
        isInRange(fapiaos.createdAt, { begin, end }, zone),
      ),
    ),
    candidates: indexed.length > 0 ? [and(...indexed)!] : undefined,
  }
  return searchKeys(db, search, query)
}

const recordableStates: ReadonlySet<string> = new Set(['issuing', 'issued', 'toReverse'])

/** Throws ApiError `notFound`. */
export async function readFapiaoDetails(
  db: Db,
  { ownerId, id }: FapiaoKey,
  zone: string,
): Promise<CustomerFapiaoDetails> {
  const [row] =
    isId(ownerId) && isId(id)
      ? await selectFapiaos(db, CustomerFapiaoDetails.shape, isFapiao({ ownerId, id }), zone)
      : []
  if (!row) throw new ApiError('notFound')
  const details = row as unknown as Omit<CustomerFapiaoDetails, 'orders' | 'sums' | 'corrections'>
  const { state } = details
  const sums = recordableStates.has(state)
    ? sumsOf(state, await readOrderSums(db, { ownerId, id }))
    : null
  const corrections = await readCorrections(db, { ownerId, id }, zone)
  const ofFapiao = (await readOrdersOf(db, ownerId, [id])).get(id) ?? []
  return { ...details, sums, orders: ofFapiao, corrections }
}
