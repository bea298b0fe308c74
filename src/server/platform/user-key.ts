/** Key of a user; `ownerId` is the main account's id, the tenant key of every tenant table. */
export type UserKey = { ownerId: string; userId: string }
