/** Confirmation dialog that stays open until its action has finished. */
import { useCallback, useState, type ReactNode } from 'react'
import { t } from '#console/refine/i18n.ts'
import { SlotDialog, useDialogSlot } from '#console/ui/dialog-slot.tsx'
import { Dialog } from '#console/ui/overlays.tsx'

type Question = {
  /** The question. Lines after a line break are rendered below it as body text. */
  text: string
  /** Label of the confirm button. */
  confirmLabel: string
  danger: boolean
  /** Label of the dismiss button; the generic one by default. */
  cancelLabel?: string
  /** Resolves to whether the action succeeded, after reporting any failure itself. */
  onConfirm: () => Promise<boolean>
}

type OpenQuestion = Question & { settle: (done: boolean) => void }

/** `ask` resolves to true if the action succeeded, to false if it was dismissed or failed. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; dialog: ReactNode } {
  const slot = useDialogSlot<OpenQuestion>()
  const ask = useCallback(
    (question: Question) => new Promise<boolean>((settle) => slot.set({ ...question, settle })),
    [slot],
  )
  const dialog = (
    <SlotDialog slot={slot}>
      {(question) => (
        <Confirm
          question={question}
          onEnd={(done) => {
            question.settle(done)
            slot.set(undefined)
          }}
        />
      )}
    </SlotDialog>
  )
  return { ask, dialog }
}

function Confirm({
  question: { text, confirmLabel, cancelLabel = t('crud.confirm.cancel'), danger, onConfirm },
  onEnd,
}: {
  question: Question
  onEnd: (done: boolean) => void
}) {
  const [isWorking, setIsWorking] = useState(false)
  const confirm = async () => {
    setIsWorking(true)
    onEnd(await onConfirm())
  }
  const [question = '', ...details] = text.split('\n')
  return (
    <Dialog title={question} onClose={() => !isWorking && onEnd(false)}>
      {details.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className="dialog-actions">
        <button type="button" className="button" disabled={isWorking} onClick={() => onEnd(false)}>
          {cancelLabel}
        </button>
        <button
          type="button"
          className={danger ? 'button danger' : 'button primary'}
          disabled={isWorking}
          aria-busy={isWorking}
          onClick={() => void confirm()}
        >
          {isWorking ? t('crud.confirm.working') : confirmLabel}
        </button>
      </div>
    </Dialog>
  )
}
