/**
 * Calls beyond the specification: which of them a backend serves, so that the front end shows only
 * what works.
 */
import * as z from 'zod/mini'
import { get, Nothing, type Endpoint } from '#contract/endpoint.ts'
import { Text } from '#contract/vocabulary.ts'

export const extensions = {
  list: get('/extensions/list', Nothing, z.array(Text), {
    access: 'visitor',
    summary:
      'Lists the paths of the extension calls served here and, as `path?name`, extension parameters and fields.',
  }),
}

/**
 * A query parameter or a field of the answer beyond the specification, as the list above names it.
 */
export const extensionOf = ({ path }: Pick<Endpoint, 'path'>, name: string): string =>
  `${path}?${name}`
