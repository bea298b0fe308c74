/** Button that adds a title: in the header of the list, and in the place of rows. */
import { useState } from 'react'
import type { AddProps } from '#console/engine/resource.ts'
import { TitleForm } from '#console/features/fapiaos/title-form.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import { fapiaoTitles } from '#contract/fapiaos.ts'
import './fapiaos.css'

export default function TitleButton({ place }: AddProps) {
  const canUse = useCanUse()
  const refreshAll = useRefreshAll()
  const [isOpen, setOpen] = useState(false)
  if (place === 'status' || !canUse(fapiaoTitles.calls.add)) return null
  const close = () => setOpen(false)
  const onAdded = async () => {
    await refreshAll()
    close()
  }
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        {messageOf('resources.fapiaoTitles.actions.add')}
      </button>
      {isOpen && <TitleForm onSaved={onAdded} close={close} />}
    </>
  )
}
