/** Button that asks for a fapiao: in the header of the list, and in the place of rows. */
import { useState } from 'react'
import type { AddProps } from '#console/engine/resource.ts'
import { AskFapiao } from '#console/features/fapiaos/ask-fapiao.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { fapiaos } from '#contract/fapiaos.ts'

export default function AskButton({ place }: AddProps) {
  const canUse = useCanUse()
  const [isOpen, setOpen] = useState(false)
  if (place === 'status' || !canUse(fapiaos.calls.ask)) return null
  return (
    <>
      <button type="button" className="button primary" onClick={() => setOpen(true)}>
        {messageOf('resources.fapiaos.actions.ask')}
      </button>
      {isOpen && <AskFapiao close={() => setOpen(false)} />}
    </>
  )
}
