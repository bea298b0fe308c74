/** Work spaces with their members and invitations, and their contacts (spec 2.38, 3.17). */
import * as z from 'zod/mini'
import { Done, get, Nothing, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { country } from '#contract/countries.ts'
import { tags } from '#contract/tags.ts'
import { text } from '#contract/field-constructors.ts'
import {
  code,
  Count,
  Id,
  LoginName,
  Text,
  Version,
  WireTime,
  openCode,
  Search,
} from '#contract/vocabulary.ts'
import { businessLimits } from '#contract/business-limits.ts'

/**
 * `name`: characters; `owned`: spaces per user; `members`, `invitations`: per space;
 * `invitationDays`: validity; `sentDaily`: invitations per user and day.
 */
export const spaceLimits = {
  name: 40,
  owned: 50,
  members: 100,
  invitations: 100,
  invitationDays: 30,
  sentDaily: 100,
} as const

/** Role of the user in a space: owner, invited member, or main account of the owner. */
export const SpaceRole = code('spaceRole', ['owner', 'member', 'main'])

const Name = text({ max: spaceLimits.name })

/** Spec 3.17. */
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
    summary:
      'Lists the spaces that the user can see: own, joined and, for a main account, those of its sub-accounts; oldest first.',
  }),

  create: post('/workSpace/save', z.object({ name: Name }), Space, {
    access: 'member',
    once: true,
    summary: 'Creates a space.',
  }),

  edit: post(
    '/workSpace/save',
    z.object({ id: Id, name: Name, version: z.optional(Version) }),
    Done,
    {
      access: 'member',
      when: 'id',
      once: true,
      summary: 'Renames a space; allowed for its owner and the owner’s main account.',
    },
  ),

  remove: post('/workSpace/delete', z.object({ id: Id }), Done, {
    access: 'member',
    summary: 'Deletes one of the user’s own spaces with all its contacts.',
  }),

  leave: post('/workSpace/leave', z.object({ id: Id }), Done, {
    access: 'member',
    summary: 'Leaves a space that the user has joined.',
  }),
}

export const spaceMembers = {
  page: get('/workSpace/member/page', pageQuery({ spaceId: Id }), pageOf(SpaceMember), {
    access: 'member',
    summary: 'Lists the members of a space, the owner first.',
  }),

  remove: post('/workSpace/member/delete', z.object({ spaceId: Id, userId: Id }), Done, {
    access: 'member',
    summary: 'Removes a member from a space; allowed for its owner and the owner’s main account.',
  }),
}

export const spaceInvitations = {
  page: get(
    '/workSpace/invitation/page',
    pageQuery({ spaceId: Id }),
    pageOf(z.object({ account: Text, createDateTime: WireTime })),
    {
      access: 'member',
      summary: 'Lists the pending invitations of a space, for those who can invite.',
    },
  ),

  create: post('/workSpace/invitation/save', z.object({ spaceId: Id, account: LoginName }), Done, {
    access: 'member',
    summary:
      'Invites a user by username, email or sub-account name. The response does not reveal whether the account exists.',
  }),

  remove: post(
    '/workSpace/invitation/delete',
    z.object({ spaceId: Id, account: LoginName }),
    Done,
    {
      access: 'member',
      summary: 'Withdraws an invitation.',
    },
  ),

  mine: get(
    '/workSpace/invitation/list',
    Nothing,
    z.array(z.object({ spaceId: Id, spaceName: Text, ownerName: Text, createDateTime: WireTime })),
    {
      access: 'member',
      summary: 'Lists the user’s pending invitations.',
    },
  ),

  accept: post('/workSpace/invitation/accept', z.object({ spaceId: Id }), Done, {
    access: 'member',
    summary: 'Accepts an invitation and joins the space.',
  }),

  decline: post('/workSpace/invitation/decline', z.object({ spaceId: Id }), Done, {
    access: 'member',
    summary: 'Declines an invitation.',
  }),
}

/** `inSpace`: contacts per space; `tags`: tags per contact; all others: length in characters. */
export const contactLimits = {
  inSpace: 100_000,
  title: 64,
  cellphone: 64,
  company: 100,
  tags: 10,
  tag: 20,
} as const

/** Stages of the sales pipeline. */
export const ContactStep = code('contactStep', [
  'lead',
  'contacted',
  'quoted',
  'negotiating',
  'won',
  'lost',
])
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
const ContactSource = openCode('contactSource', contactSources)

/**
 * Fields of a contact, from which its calls, columns, form and list follow. `cellphone`: free text,
 * such as a phone number, an email address or an account name.
 */
export const contactFields = {
  title: text({ max: contactLimits.title }),
  cellphone: z.nullish(text({ max: contactLimits.cellphone, min: 0 })),
  company: z.nullish(text({ max: contactLimits.company, min: 0 })),
  step: z._default(ContactStep, 'lead'),
  country: z.nullish(country()),
  tags: z.nullish(tags({ most: contactLimits.tags, longest: contactLimits.tag })),
  fromApp: z.nullish(ContactSource),
}

/** As they are stored, without defaults. */
export const storedContactFields = { ...contactFields, step: ContactStep }

/** Spec 3.17. */
export const Contact = z.object({
  id: Id,
  spaceId: Id,
  ...storedContactFields,
  version: z.optional(Version),
})
export type Contact = z.output<typeof Contact>

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(businessLimits.batch.max))

export const contacts = {
  page: get(
    '/contact/page',
    pageQuery({
      spaceId: Id,
      title: z.optional(Search),
      cellphone: z.optional(Search),
      step: z.optional(ContactStep),
    }),
    pageOf(Contact),
    {
      access: 'member',
      hiddenFromSupport: true,
      summary:
        'Lists the contacts of a space, newest first, searched by part of the name or contact method.',
    },
  ),

  get: get('/contact/get', z.object({ id: Id }), Contact, {
    access: 'member',
    hiddenFromSupport: true,
    summary: 'Returns one contact of a space that the user can see.',
  }),

  create: post('/contact/save', z.object({ spaceId: Id, ...contactFields }), Done, {
    access: 'member',
    once: true,
    summary: 'Adds a contact to a space.',
  }),

  edit: post(
    '/contact/save',
    z.object({ id: Id, ...storedContactFields, version: z.optional(Version) }),
    Done,
    {
      access: 'member',
      when: 'id',
      once: true,
      summary: 'Changes a contact; omitted fields are cleared.',
    },
  ),

  remove: post(
    '/contact/delete',
    z
      .object({ id: z.nullish(Id), ids: z.nullish(Ids) })
      .check(z.refine((input) => input.id != null || input.ids != null, { path: ['ids'] })),
    Done,
    {
      access: 'member',
      summary: 'Deletes one or more contacts; contacts already deleted are ignored.',
    },
  ),
}
