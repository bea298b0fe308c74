/**
 * Work spaces, who is in them, who is invited, and their contacts.
 * Personal: `name`s of spaces and invitations, and all that a contact says of somebody. A space and
 * its contacts go with the account of its owner.
 */
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
import type { ContactStep } from '#contract/contacts.ts'
import type { output } from 'zod/mini'
import { id, moment, nextOf, version } from '../../platform/db/columns.ts'

export const spaceIds = pgSequence('space_ids', { startWith: 1_001 })
export const contactIds = pgSequence('contact_ids', { startWith: 1_001 })

/**
 * Of the family of whoever owns it. Whoever changes what belongs to a space holds its row first.
 */
export const spaces = pgTable(
  'spaces',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextOf('space_ids')),
    /** The owner: a main account or one of its sub-accounts. */
    userId: id().notNull(),
    name: text().notNull(),
    /** How many contacts it has, so that a list knows its length without counting. */
    contacts: integer().notNull().default(0),
    version: version(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    index('spaces_of_user').on(row.ownerId, row.userId, row.id),
    check('spaces_contacts', sql`${row.contacts} >= 0`),
  ],
)

/**
 * Who is in which space, its owner too. A directory: kept with the member, who may be of another
 * family, and leading to the space's; so whether somebody may see a space is known without asking
 * anybody else's data.
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
     * The people of one space: the one question that a database spread over machines asks
     * everywhere.
     */
    index('space_members_of_space').on(row.spaceOwnerId, row.spaceId, row.joinedAt),
  ],
)

/**
 * Names that were invited and have not answered. A directory by the name as it is typed, whether
 * anybody bears it or not: so an invitation does the same either way, and nobody learns which names
 * exist.
 */
export const spaceInvitations = pgTable(
  'space_invitations',
  {
    /** In lower case. */
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

export const contacts = pgTable(
  'contacts',
  {
    ownerId: id().notNull(),
    id: id().notNull().default(nextOf('contact_ids')),
    spaceId: id().notNull(),
    title: text().notNull(),
    cellphone: text(),
    company: text(),
    step: text().$type<output<typeof ContactStep>>().notNull(),
    country: text(),
    tags: text().array(),
    fromApp: text(),
    version: version(),
    /** Null for those that were there before it was written down. */
    createdAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.ownerId, row.id] }),
    foreignKey({
      columns: [row.ownerId, row.spaceId],
      foreignColumns: [spaces.ownerId, spaces.id],
    }),
    index('contacts_by_age').on(row.ownerId, row.spaceId, row.createdAt),
    /** Holds what is searched by, so that a search reads this index alone. */
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
