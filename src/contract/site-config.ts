/** Configuration records that the owner stores on the server as JSON text, such as downloads. */
import * as z from 'zod/mini'
import { Done, get, post } from '#contract/endpoint.ts'
import { Id, Text } from '#contract/vocabulary.ts'

/** Spec 3.15. */
export const ConfigRecord = z.object({ id: Id, valued: Text })

export const siteConfig = {
  get: get('/dataCus/get', z.object({ id: Id }), ConfigRecord, {
    spec: '7.18',
    access: 'visitor',
    summary: 'Returns one configuration record.',
  }),

  save: post('/dataCus/save', ConfigRecord, Done, {
    spec: '7.19',
    access: 'main',
    summary:
      'Saves a configuration record. No web user has this permission, so the call is always refused.',
  }),
}
