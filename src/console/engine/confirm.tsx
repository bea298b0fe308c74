/**
 * Asks before something is done, does it while the question stands, and says whether it was done.
 */
import { useCallback, useState, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/dialog.tsx'

export type Question = {
  /** What is asked; what follows a line break is said below it, smaller. */
  text: string
  /** What the button that does it says. */
  yes: string
  danger: boolean
  /** What the other button says, when that is more than no. */
  no?: string
  /** Answers whether it was done; the failure has been told by then. */
  work: () => Promise<boolean>
}

type OpenQuestion = Question & { settle: (done: boolean) => void }

/** `ask` settles with true when it was done, with false when it was not wanted or failed. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<OpenQuestion>()
  const ask = useCallback(
    (question: Question) => new Promise<boolean>((settle) => setAsked({ ...question, settle })),
    [],
  )
  const end = (done: boolean) => {
    asked?.settle(done)
    setAsked(undefined)
  }
  return { ask, dialog: asked && <Confirm question={asked} onEnd={end} /> }
}

function Confirm({
  question: { text, yes, no = t('pages.confirm.cancel'), danger, work },
  onEnd,
}: {
  question: Question
  onEnd: (done: boolean) => void
}) {
  const [working, setWorking] = useState(false)
  const go = async () => {
    setWorking(true)
    onEnd(await work())
  }
  const [asked = '', ...more] = text.split('\n')
  return (
    <Dialog title={asked} onClose={() => !working && onEnd(false)}>
      {more.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className="dialog-actions">
        <button type="button" className="button" disabled={working} onClick={() => onEnd(false)}>
          {no}
        </button>
        <button
          type="button"
          className={danger ? 'button danger' : 'button primary'}
          disabled={working}
          aria-busy={working}
          onClick={() => void go()}
        >
          {working ? t('pages.confirm.working') : yes}
        </button>
      </div>
    </Dialog>
  )
}
