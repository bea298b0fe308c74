/** Languages that operators' pages name and offer. */
import { get, Nothing } from '#contract/endpoint.ts'
import { translation } from '#contract/translation.ts'

export const operatorLanguages = {
  list: get('/operator/languages/list', Nothing, translation.languages.output, {
    access: 'member',
  }),
}
