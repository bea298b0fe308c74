/** Form draft that survives the reload of a language change. */
import { useWarnAboutChange } from '@refinedev/core'
import type { FormInstance } from 'antd'
import { kindOf } from '#console/engine/fields/field-types.ts'
import { useFormDraft } from '#console/refine/form-draft.ts'
import type { Form } from '#console/engine/page-model.ts'

/**
 * Forms with secrets are never stored: the browser warns about unsaved changes instead. Call it
 * after the hooks that fill the form.
 */
export function useFormDraftItems(name: string, { items }: Form, antd: FormInstance): void {
  const { setWarnWhen } = useWarnAboutChange()
  const hasSecrets = items.some(({ means }) => kindOf(means).secret)
  useFormDraft(hasSecrets ? undefined : name, {
    tell: () =>
      Object.fromEntries(
        items
          .filter(({ key }) => antd.isFieldTouched(key))
          .map(({ key }) => [key, antd.getFieldValue(key)]),
      ),
    take: (typed) => {
      const fields = Object.entries(typed).map(([key, value]) => ({
        name: key,
        value,
        touched: true,
      }))
      antd.setFields(fields)
      if (fields.length > 0) setWarnWhen(true)
    },
  })
}
