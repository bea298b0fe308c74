/** Edits a title. */
import type { ComponentProps } from 'react'
import { TitleForm } from '#console/features/fapiaos/title-form.tsx'
import { useRefreshAll } from '#console/refine/query.ts'
import './fapiaos.css'

type Props = { row: NonNullable<ComponentProps<typeof TitleForm>['title']>; close: () => void }

export default function EditTitle({ row, close }: Props) {
  const refreshAll = useRefreshAll()
  const onSaved = async () => {
    await refreshAll()
    close()
  }
  return <TitleForm title={row} onSaved={onSaved} close={close} />
}
