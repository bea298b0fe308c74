/** Opens the dialog that creates a space, and then selects it. */
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { AsideProps } from '#console/engine/resource.ts'

const CreateSpace = lazy(() =>
  import('#console/features/workspace/space-dialogs.tsx').then(({ CreateSpace: dialog }) => ({
    default: dialog,
  })),
)

export function useCreateSpace(choose: AsideProps['choose']): {
  open: () => void
  dialog: ReactNode
} {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <CreateSpace choose={choose} close={() => setOpen(false)} />
      </Suspense>
    ),
  }
}
