/** Workspaces and their shared customer contacts (spec 2.38). */
import { list } from '#console/engine/resource.ts'
import { contactFields, contacts } from '#contract/workspace.ts'

type Field = keyof typeof contactFields
const fieldsOfContact = Object.keys(contactFields) as Field[]
const options: { readonly [F in Field]?: { copy?: true; stackUnder?: Field } } = {
  cellphone: { copy: true },
  company: { stackUnder: 'title' },
  fromApp: { stackUnder: 'country' },
}

export default list(contacts, {
  route: 'UserWorkSpace',
  menu: ['functions', 6, 'workspace'],
  component: () => import('#console/features/workspace/workspace.tsx'),
  columns: [
    ...fieldsOfContact.map((field) => ({ field, ...options[field] })),
    { field: 'createDateTime', hiddenByDefault: true },
  ],
  forms: { create: {}, edit: {} },
  actions: { remove: { confirm: 'danger' } },
  bulk: { remove: { confirm: 'danger' } },
})
