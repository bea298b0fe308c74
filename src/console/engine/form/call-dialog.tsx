/** Dialog with the form of one call. */
import type { ComponentProps, ReactNode } from 'react'
import { FormBody } from '#console/engine/form/form-body.tsx'
import { FormDialog } from '#console/engine/form/form-dialog.tsx'
import { useCallForm } from '#console/engine/form/use-call-form.ts'
import { useReferenceData } from '#console/refine/reference-data.ts'
import type { Endpoint } from '#contract/endpoint.ts'

type Props<E extends Endpoint> = Parameters<typeof useCallForm<E>>[0] &
  Pick<ComponentProps<typeof FormBody>, 'saveLabel' | 'canSave' | 'isDangerous'> & {
    title: string
    /** What the call does, before the items. */
    text?: ReactNode
    close: () => void
  }

/** Stays open until `onSaved` closes it. */
export function CallDialog<E extends Endpoint>({
  title,
  text,
  saveLabel,
  canSave = true,
  isDangerous = false,
  close,
  ...options
}: Props<E>) {
  const form = useCallForm<E>(options)
  const getLookupData = useReferenceData(options.items.map(({ fieldType }) => fieldType))
  return (
    <FormDialog title={title} onClose={close}>
      <FormBody
        form={form}
        intro={text && <p>{text}</p>}
        saveLabel={saveLabel}
        canSave={canSave}
        isDangerous={isDangerous}
        getLookupData={getLookupData}
      />
    </FormDialog>
  )
}
