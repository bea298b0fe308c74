/** Configuration records, as JSON. */
import { list } from '#console/engine/resource.ts'
import { operatorConfiguration } from '#contract/operator/configuration.ts'

export default list(operatorConfiguration, {
  route: 'operator/configuration',
  menu: ['catalogue', 6, 'key'],
  columns: ['name', 'value'],
  forms: { create: {}, edit: {} },
  actions: { remove: { confirm: 'danger' } },
})
