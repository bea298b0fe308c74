/** Extensions of the API: lists those that a backend serves, so that the UI hides the rest. */
import * as z from 'zod/mini'
import { get, Nothing, type Endpoint } from '#contract/endpoint.ts'
import { Text } from '#contract/vocabulary.ts'

export const extensions = {
  list: get('/extensions/list', Nothing, z.array(Text), {
    access: 'visitor',
  }),
}

/** Name of an extension parameter or field in the list above. */
export const extensionName = ({ path }: Pick<Endpoint, 'path'>, name: string): string =>
  `${path}?${name}`
