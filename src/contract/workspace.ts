/** Workspaces with their members and invitations, and their contacts (spec 2.38, 3.17). */
import * as z from 'zod/mini'
import { defineCollection, optional, withDefault, workspace } from '#contract/collection.ts'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { country } from '#contract/countries.ts'
import { tags } from '#contract/tags.ts'
import { choice, openChoice, text } from '#contract/field-constructors.ts'
import { code, Count, Id, LoginName, Text, Version, WireTime } from '#contract/vocabulary.ts'

/**
 * `name`: characters; `owned`: workspaces per user; `members`, `invitations`: per workspace;
 * `invitationDays`: validity. Invitations a day: `sentDaily` by one user, `groupSentDaily` by one
 * account group, `receivedDaily` to one name, `sentDailyToOne` by one account group to one name.
 * `noticeHours`: between two notices of invitations of one name to one workspace.
 */
export const spaceLimits = {
  name: 40,
  owned: 50,
  members: 100,
  invitations: 100,
  invitationDays: 30,
  sentDaily: 100,
  groupSentDaily: 300,
  receivedDaily: 30,
  sentDailyToOne: 10,
  noticeHours: 12,
} as const

/**
 * Role of the user in a workspace: owner, invited member, or main account of the owner, which has
 * not left it.
 */
export const SpaceRole = code('spaceRole', ['owner', 'member', 'main'])

const Name = text({ max: spaceLimits.name })

/** A workspace as its member sees it (spec 3.17). */
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
    support: 'hidden',
  }),

  create: post('/workSpace/save', z.object({ name: Name }), Space, {
    access: 'member',
    once: true,
  }),

  edit: post(
    '/workSpace/save',
    z.object({ id: Id, name: Name, version: z.optional(Version) }),
    Done,
    {
      access: 'member',
      when: 'id',
      once: true,
    },
  ),

  remove: post('/workSpace/delete', z.object({ id: Id }), Done, {
    access: 'member',
  }),

  leave: post('/workSpace/leave', z.object({ id: Id }), Done, {
    access: 'member',
  }),
}

export const spaceMembers = {
  page: get('/workSpace/member/page', pageQuery({ spaceId: Id }), pageOf(SpaceMember), {
    access: 'member',
    support: 'hidden',
  }),

  remove: post('/workSpace/member/delete', z.object({ spaceId: Id, userId: Id }), Done, {
    access: 'member',
  }),
}

export const spaceInvitations = {
  page: get(
    '/workSpace/invitation/page',
    pageQuery({ spaceId: Id }),
    pageOf(z.object({ account: Text, createDateTime: WireTime })),
    {
      access: 'member',
      support: 'hidden',
    },
  ),

  create: post('/workSpace/invitation/save', z.object({ spaceId: Id, account: LoginName }), Done, {
    access: 'member',
    audit: { act: 'invited' },
  }),

  remove: post(
    '/workSpace/invitation/delete',
    z.object({ spaceId: Id, account: LoginName }),
    Done,
    {
      access: 'member',
      audit: { act: 'invitationRemoved' },
    },
  ),

  mine: get(
    '/workSpace/invitation/list',
    Nothing,
    z.array(z.object({ spaceId: Id, spaceName: Text, ownerName: Text, createDateTime: WireTime })),
    {
      access: 'member',
      support: 'hidden',
    },
  ),

  accept: post('/workSpace/invitation/accept', z.object({ spaceId: Id }), Done, {
    access: 'member',
  }),

  decline: post('/workSpace/invitation/decline', z.object({ spaceId: Id }), Done, {
    access: 'member',
  }),
}

/**
 * `inSpace`: contacts per workspace; `tags`: tags per contact; all others: length in characters.
 */
export const contactLimits = {
  inSpace: 100_000,
  title: 64,
  cellphone: 64,
  company: 100,
  tags: 10,
  tag: 20,
} as const

/** Stages of the sales pipeline. */
export const ContactStep = choice(['lead', 'contacted', 'quoted', 'negotiating', 'won', 'lost'], {
  tones: {
    lead: 'plain',
    contacted: 'primary',
    quoted: 'primary',
    negotiating: 'warning',
    won: 'success',
    lost: 'plain',
  },
})
/** Sources of a contact known here; other backends may add more. */
const contactSources = [
  'WhatsApp',
  'WeChat',
  'Telegram',
  'Line',
  'Messenger',
  'Instagram',
  'LinkedIn',
  'website',
  'fair',
  'referral',
] as const
const ContactSource = openChoice(contactSources)

/**
 * Fields of a contact, from which its calls, columns, form and list follow. `cellphone`: free text,
 * such as a phone number, an email address or an account name.
 */
export const contactFields = {
  title: text({ max: contactLimits.title }),
  cellphone: optional(text({ max: contactLimits.cellphone, min: 0 })),
  company: optional(text({ max: contactLimits.company, min: 0 })),
  step: withDefault(ContactStep, 'lead'),
  country: optional(country()),
  tags: optional(tags({ maxCount: contactLimits.tags, maxLength: contactLimits.tag })),
  fromApp: optional(ContactSource),
}

/** The contacts of a workspace (spec 3.17), shared by its members. */
export const contactCollection = defineCollection('contacts', {
  path: 'contact',
  fields: contactFields,
  search: { title: ['title'], cellphone: ['cellphone'] },
  filters: ['step'],
  sortBy: ['title'],
  maxRows: contactLimits.inSpace,
  scope: workspace,
  access: { read: 'member', write: 'member' },
  support: 'hidden',
})
