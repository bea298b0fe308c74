/** Primary key of a user; every tenant table is partitioned by `ownerId`, the main account's id. */
export type UserKey = { ownerId: string; userId: string }
