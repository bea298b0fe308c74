/** Pages: which rows of a list a query asks for. */

export type PageQuery = { pageSize: number; pageNum: number }
export type Page<R> = { total: number; rows: R[] }

/** Rows before the page; a page far beyond the end is still a number that the database can hold. */
export const offsetOf = ({ pageSize, pageNum }: PageQuery): number => Math.min((pageNum - 1) * pageSize, Number.MAX_SAFE_INTEGER)
