/** Contacts: the customers that the members of a work space write to (spec 2.38, 3.17). */
import * as z from 'zod/mini'
import { countryCodes } from '#contract/country-codes.ts'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { code, Id, fieldType, openCode, Search, Version } from '#contract/vocabulary.ts'

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
export const contactSources = [
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
export const ContactSource = openCode('contactSource', contactSources)

const Country = z.enum(countryCodes)
fieldType.add(Country, { kind: 'country' })
const Tags = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(contactLimits.tag)))
  .check(z.maxLength(contactLimits.tags))
fieldType.add(Tags, { kind: 'tags', most: contactLimits.tags, longest: contactLimits.tag })

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(contactLimits.title))
/** Free text: a phone number, an email address or an account name. */
const Cellphone = z.string().check(z.trim(), z.maxLength(contactLimits.cellphone))
const Company = z.string().check(z.trim(), z.maxLength(contactLimits.company))
for (const plain of [Title, Cellphone, Company]) fieldType.add(plain, { kind: 'text' })

const details = {
  title: Title,
  cellphone: z.nullish(Cellphone),
  company: z.nullish(Company),
  step: z._default(ContactStep, 'lead'),
  country: z.nullish(Country),
  tags: z.nullish(Tags),
  fromApp: z.nullish(ContactSource),
}

/** Spec 3.17. */
export const Contact = z.object({
  id: Id,
  spaceId: Id,
  ...details,
  step: ContactStep,
  version: z.optional(Version),
})
export type Contact = z.output<typeof Contact>

const Ids = z.array(Id).check(z.minLength(1), z.maxLength(limits.batch.max))

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
      summary:
        'Lists the contacts of a space, newest first, searched by part of the name or contact method.',
    },
  ),

  get: get('/contact/get', z.object({ id: Id }), Contact, {
    access: 'member',
    summary: 'Returns one contact of a space that the user can see.',
  }),

  create: post('/contact/save', z.object({ spaceId: Id, ...details }), Done, {
    access: 'member',
    once: true,
    summary: 'Adds a contact to a space.',
  }),

  edit: post(
    '/contact/save',
    z.object({ id: Id, ...details, step: ContactStep, version: z.optional(Version) }),
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
