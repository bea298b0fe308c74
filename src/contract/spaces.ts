/**
 * Work spaces: who shares which contacts with whom (spec 2.38, 3.17). Whoever opens one owns it;
 * others join by invitation.
 */
import * as z from 'zod/mini'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import {
  code,
  Count,
  Id,
  LoginName,
  meaning,
  Text,
  Version,
  WireTime,
} from '#contract/vocabulary.ts'

/**
 * Characters of a name; spaces one may own; people and open invitations of one space; days an
 * invitation stands; invitations one may send a day.
 */
export const spaceLimits = {
  name: 40,
  owned: 50,
  members: 100,
  invitations: 100,
  invitationDays: 30,
  sentDaily: 100,
} as const

/** What one is in a space: its owner, somebody who joined it, or the main account of its owner. */
export const SpaceRole = code('spaceRole', ['owner', 'member', 'main'])

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(spaceLimits.name))
meaning.add(Name, { kind: 'text' })

/** 3.17 */
export const Space = z.object({
  id: Id,
  name: Text,
  ownerId: Id,
  ownerName: Text,
  role: SpaceRole,
  memberCount: Count,
  contactCount: Count,
  version: z.optional(Version),
})
export type Space = z.output<typeof Space>

export const SpaceMember = z.object({
  userId: Id,
  name: Text,
  nickname: z.nullish(Text),
  role: SpaceRole,
  joinedDateTime: WireTime,
})
export type SpaceMember = z.output<typeof SpaceMember>

export const spaces = {
  list: get('/workSpace/list', Nothing, z.array(Space), {
    access: 'member',
    does: 'Lists the spaces one may see: one’s own, those one has joined, and a main account’s also those of its sub-accounts; oldest first.',
  }),

  create: post('/workSpace/save', z.object({ name: Name }), Space, {
    access: 'member',
    once: true,
    does: 'Opens a space of one’s own.',
  }),

  edit: post(
    '/workSpace/save',
    z.object({ id: Id, name: Name, version: z.optional(Version) }),
    Done,
    {
      access: 'member',
      when: 'id',
      once: true,
      does: 'Renames a space: its owner and the owner’s main account may.',
    },
  ),

  remove: post('/workSpace/delete', z.object({ id: Id }), Done, {
    access: 'member',
    does: 'Deletes a space of one’s own with all its contacts.',
  }),

  leave: post('/workSpace/leave', z.object({ id: Id }), Done, {
    access: 'member',
    does: 'Leaves a space that one has joined.',
  }),
}

export const spaceMembers = {
  page: get('/workSpace/member/page', pageQuery({ spaceId: Id }), pageOf(SpaceMember), {
    access: 'member',
    does: 'Lists who has joined a space, the owner first.',
  }),

  remove: post('/workSpace/member/delete', z.object({ spaceId: Id, userId: Id }), Done, {
    access: 'member',
    does: 'Takes somebody out of a space: its owner and the owner’s main account may.',
  }),
}

export const spaceInvitations = {
  page: get(
    '/workSpace/invitation/page',
    pageQuery({ spaceId: Id }),
    pageOf(z.object({ account: Text, createDateTime: WireTime })),
    {
      access: 'member',
      does: 'Lists the names that were invited to a space and have not answered: for those who may invite.',
    },
  ),

  create: post('/workSpace/invitation/save', z.object({ spaceId: Id, account: LoginName }), Done, {
    access: 'member',
    does: 'Invites somebody by username, e-mail or sub-account name. Whether anybody bears the name is not told.',
  }),

  remove: post(
    '/workSpace/invitation/delete',
    z.object({ spaceId: Id, account: LoginName }),
    Done,
    {
      access: 'member',
      does: 'Takes an invitation back.',
    },
  ),

  mine: get(
    '/workSpace/invitation/list',
    Nothing,
    z.array(z.object({ spaceId: Id, spaceName: Text, ownerName: Text, createDateTime: WireTime })),
    {
      access: 'member',
      does: 'Lists the spaces that one is invited to.',
    },
  ),

  accept: post('/workSpace/invitation/accept', z.object({ spaceId: Id }), Done, {
    access: 'member',
    does: 'Joins a space that one is invited to.',
  }),

  decline: post('/workSpace/invitation/decline', z.object({ spaceId: Id }), Done, {
    access: 'member',
    does: 'Turns an invitation down.',
  }),
}
