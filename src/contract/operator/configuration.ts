/** Configuration records, which everybody can read by their id. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { StoredLongText } from '#contract/operator/fields.ts'
import { longText, text } from '#contract/field-constructors.ts'
import { Id, Text, Version } from '#contract/vocabulary.ts'

const { idLength, textLength } = catalogueLimits.config
/** JSON text. */
const ConfigValue = longText({ max: textLength })
const ConfigRow = z.object({ id: Id, name: Text, value: StoredLongText, version: Version })

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['admin'], once: true } as const

export const operatorConfiguration = {
  page: get('/operator/configuration/page', pageQuery({}), pageOf(ConfigRow), {
    ...read,
    summary: 'Lists the configuration records.',
  }),

  get: get('/operator/configuration/get', z.object({ id: Id }), ConfigRow, {
    ...read,
    summary: 'Returns one configuration record.',
  }),

  create: post(
    '/operator/configuration/save',
    z.object({ name: text({ max: idLength }), value: ConfigValue }),
    Done,
    { ...write, summary: 'Adds a configuration record.' },
  ),

  edit: post(
    '/operator/configuration/save',
    z.object({ id: Id, value: ConfigValue, version: z.optional(Version) }),
    Done,
    { ...write, when: 'id', summary: 'Replaces the value of a configuration record.' },
  ),

  remove: post('/operator/configuration/delete', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Deletes a configuration record.',
  }),
}
