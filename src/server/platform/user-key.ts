/** The key of a user: the main account's id, by which every tenant table is split, and the user's own. */
export type UserKey = { ownerId: string; userId: string }
