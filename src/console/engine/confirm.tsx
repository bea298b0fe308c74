/** Confirmation dialog that stays open until its action has finished. */
import { useCallback, useState, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { Dialog } from '#console/ui/overlays.tsx'

type Question = {
  /** The question. Lines after a line break are rendered below it as body text. */
  text: string
  /** Label of the confirm button. */
  yes: string
  danger: boolean
  /** Label of the dismiss button; the generic one by default. */
  no?: string
  /** Resolves to whether the action succeeded, after reporting any failure itself. */
  work: () => Promise<boolean>
}

type OpenQuestion = Question & { settle: (done: boolean) => void }

/** `ask` resolves to true if the action succeeded, to false if it was dismissed or failed. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const [question, setQuestion] = useState<OpenQuestion>()
  const ask = useCallback(
    (question: Question) => new Promise<boolean>((settle) => setQuestion({ ...question, settle })),
    [],
  )
  const end = (done: boolean) => {
    question?.settle(done)
    setQuestion(undefined)
  }
  return { ask, dialog: question && <Confirm question={question} onEnd={end} /> }
}

function Confirm({
  question: { text, yes, no = t('crud.confirm.cancel'), danger, work },
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
  const [question = '', ...more] = text.split('\n')
  return (
    <Dialog title={question} onClose={() => !working && onEnd(false)}>
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
          {working ? t('crud.confirm.working') : yes}
        </button>
      </div>
    </Dialog>
  )
}
