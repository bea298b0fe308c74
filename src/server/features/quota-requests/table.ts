/** Table of the requests for quota, as their collection declares it. */
import { collectionTables, columnsOf } from '#server/features/collections/table.ts'

export const quotaRequests = collectionTables['quotaRequests']!
export const requestColumns = columnsOf(quotaRequests)
