/** Downloads of the site as operators manage them. */
import * as z from 'zod/mini'
import { Done, get, pageOf, pageQuery, post } from '#contract/endpoint.ts'
import { catalogueLimits } from '#contract/operator/catalogue-limits.ts'
import { references, StoredLink, webAddress } from '#contract/operator/fields.ts'
import { text } from '#contract/field-constructors.ts'
import { Id, localized, Text, Version, type ReferenceSubject } from '#contract/vocabulary.ts'

/** `val` or `childId`: the address of the file, or the downloads to choose from (spec 3.15). */
const download = {
  label: text({ max: catalogueLimits.text }),
  enLabel: text({ max: catalogueLimits.text }),
  version: text({ max: catalogueLimits.text }),
  val: z.nullish(webAddress()),
  childId: z.nullish(references((): ReferenceSubject => operatorDownloads, { title: 'label' })),
}
/**
 * `children`: the labels of `childId`. `revision`: the row's version, since `version` is that of
 * the software.
 */
const DownloadRow = z.object({
  id: Id,
  label: Text,
  enLabel: Text,
  version: Text,
  val: z.nullish(StoredLink),
  childId: download.childId,
  children: z.nullish(localized('enChildren')),
  enChildren: z.nullish(Text),
  revision: Version,
})

const read = { access: 'member' } as const
const write = { access: 'member', roles: ['admin'], once: true } as const

export const operatorDownloads = {
  page: get('/operator/downloads/page', pageQuery({}), pageOf(DownloadRow), {
    ...read,
    summary: 'Lists the downloads in the order in which visitors see them.',
  }),

  get: get('/operator/downloads/get', z.object({ id: Id }), DownloadRow, {
    ...read,
    summary: 'Returns one download.',
  }),

  create: post('/operator/downloads/save', z.object(download), Done, {
    ...write,
    summary: 'Adds a download.',
  }),

  edit: post(
    '/operator/downloads/save',
    z.object({ id: Id, ...download, revision: z.optional(Version) }),
    Done,
    { ...write, when: 'id', summary: 'Changes a download.' },
  ),

  remove: post('/operator/downloads/delete', z.object({ id: Id }), Done, {
    ...write,
    summary: 'Deletes a download that no other one offers.',
  }),
}
