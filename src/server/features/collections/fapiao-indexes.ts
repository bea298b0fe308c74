/** Indexes by which operators list and search the fapiao of all account groups. */
import { sql, type Column, type SQL } from 'drizzle-orm'
import { index, type ExtraConfigColumn } from 'drizzle-orm/pg-core'
import { gramsOf } from '#server/platform/db/columns.ts'

type Columns<C> = Readonly<Record<string, C>>

/** Whether an operator has to act. Literals, since an index contains it. */
export const isToHandle = (columns: Columns<Column>): SQL<boolean> =>
  sql`(${columns['state']!} = any ('{asked,issuing,toReverse}'::text[]))`

/** Sorts those to handle first, the oldest of them first; then the others, newest first. */
export const handlingOrder = (columns: Columns<Column>): SQL =>
  sql`(case when ${isToHandle(columns)} then ${columns['id']!} else 9223372036854775807 - ${columns['id']!} end)`

/** Texts of which an operator knows a part. */
export const searchedTexts = (columns: Columns<Column>): Column[] =>
  ['titleName', 'taxNo', 'fapiaoNo', 'reversalNo'].map((name) => columns[name]!)

/** Length of the shortest parts in the index: two characters of a Chinese name. */
export const minSearchedPart = 2

export const fapiaoIndexes = (columns: Columns<ExtraConfigColumn>) => {
  const plain = columns as unknown as Columns<Column>
  return [
    index('fapiaos_of_all_by_state').on(columns['state']!, columns['id']!),
    index('fapiaos_of_all_by_handling').on(handlingOrder(plain)),
    index('fapiaos_search').using('gin', gramsOf(searchedTexts(plain), minSearchedPart)),
  ]
}
