/** Tables of workspaces, their members, invitations and contacts. */
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { contactFields, ContactStep } from '#contract/workspace.ts'
import { id, moment, version, nextFromSequence } from '../../platform/db/columns.ts'
import { createFieldColumns } from '../../platform/db/field-columns.ts'

export const spaceIds = pgSequence('space_ids', { startWith: 1_001 })
export const contactIds = pgSequence('contact_ids', { startWith: 1_001 })

/**
 * Belongs to the owner's account group and is deleted when that is cancelled. Changes to what
 * belongs to a workspace lock its row first. Personal: `name`.
 */
export const spaces = pgTable(
  'spaces',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextFromSequence('space_ids')),
    /** The owner: a main account or a sub-account. */
    userId: id().notNull(),
    name: text().notNull(),
    /** Number of contacts, so that the list's total needs no count. */
    contacts: integer().notNull().default(0),
    version: version(),
    createdAt: moment().notNull(),
    /** When the main account left a sub-account's space; null while it takes part. */
    mainLeftAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    index('spaces_of_user').on(row.ownerId, row.userId, row.id),
    check('spaces_contacts', sql`${row.contacts} >= 0`),
  ],
)

/**
 * Members of workspaces, owners included. A lookup table partitioned by the member, who may belong
 * to another account group than the workspace, so that an access check needs no other account
 * group's data.
 */
export const spaceMembers = pgTable(
  'space_members',
  {
    ownerId: id().notNull(),
    userId: id().notNull(),
    spaceId: id().notNull(),
    spaceOwnerId: id().notNull(),
    joinedAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.userId, row.spaceId] }),
    /**
     * Members of one workspace; if the database is sharded, the only query that goes to all shards.
     */
    index('space_members_of_space').on(row.spaceOwnerId, row.spaceId, row.joinedAt),
  ],
)

/**
 * Pending invitations by login name, whether or not an account has it: the behaviour is the same
 * either way, which prevents user enumeration. Personal: `name`.
 */
export const spaceInvitations = pgTable(
  'space_invitations',
  {
    /** Lower case. */
    name: text().notNull(),
    spaceId: id().notNull(),
    spaceOwnerId: id().notNull(),
    at: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.name, row.spaceId] }),
    index('space_invitations_of_space').on(row.spaceOwnerId, row.spaceId, row.at),
    index('space_invitations_by_age').on(row.at),
  ],
)

/** A collection with a table of its own. Personal: all columns that describe the contact. */
export const contacts = pgTable(
  'contacts',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextFromSequence('contact_ids')),
    spaceId: id().notNull(),
    ...createFieldColumns({ ...contactFields, step: ContactStep }),
    version: version(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    foreignKey({
      columns: [row.ownerId, row.spaceId],
      foreignColumns: [spaces.ownerId, spaces.id],
    }),
    index('contacts_by_age').on(row.ownerId, row.spaceId, row.createdAt),
    index('contacts_by_title').on(row.ownerId, row.spaceId, row.title, row.id),
    /** Covering index for searches. */
    index('contacts_of_space').on(
      row.ownerId,
      row.spaceId,
      row.id,
      row.step,
      row.title,
      row.cellphone,
    ),
  ],
)
