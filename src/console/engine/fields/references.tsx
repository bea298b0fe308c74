/** Field type for several rows of a short list, chosen by check boxes. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#client/api/call.ts'
import { errorMessage } from '#client/api/error-message.ts'
import {
  plainText,
  type InputProps,
  type FieldTypeUi,
  type FieldTypeOf,
} from '#console/engine/fields/field-type.ts'
import type { Row } from '#console/engine/resource.ts'
import { messageOf, t } from '#console/refine/i18n.ts'
import { limits } from '#contract/limits.ts'
import './references.css'

type ReferencesType = FieldTypeOf<'references'>

export const references: FieldTypeUi<ReferencesType> = {
  width: () => ({ usual: 180, least: 80 }),
  text: (value) => idsIn(value).join(t('crud.tags.between')),
  Input: ReferencesInput,
}

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** The row of the form itself is left out. */
function ReferencesInput({
  id,
  value,
  onChange,
  label,
  fieldType,
  formValues,
}: InputProps<ReferencesType>) {
  const { page } = fieldType.subject()
  const { data, error } = useQuery({
    queryKey: ['references', page.path],
    queryFn: async ({ signal }) => {
      const input = { pageNum: 1, pageSize: limits.page.max }
      const { rows } = (await call(page, input, { signal, quiet: true })) as { rows: Row[] }
      return rows
    },
    staleTime: 0,
  })
  const chosen = idsIn(value)
  const ownId = plainText(formValues()['id'])
  const rows = (data ?? []).filter((row) => plainText(row['id']) !== ownId)
  return (
    <fieldset id={id} className="control references" aria-label={label} aria-busy={!data && !error}>
      {rows.map((row) => {
        const rowId = plainText(row['id'])
        return (
          <label key={rowId}>
            <input
              type="checkbox"
              checked={chosen.includes(rowId)}
              onChange={({ target }) =>
                onChange?.(
                  target.checked ? [...chosen, rowId] : chosen.filter((other) => other !== rowId),
                )
              }
            />
            <span>{plainText(row[fieldType.title])}</span>
          </label>
        )
      })}
      {data && rows.length === 0 && <small>{t('crud.list.none')}</small>}
      {error && <small role="alert">{errorMessage(error, messageOf).text}</small>}
    </fieldset>
  )
}
