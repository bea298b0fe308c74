/** Dialog of the console: its close button, except on a question, and its toasts. */
import { t } from '#console/refine/i18n.ts'
import { Toasts } from '#console/ui/toasts.tsx'
import { Dialog as KitDialog, type DialogProps } from '#ui/dialog.tsx'

type Props = Omit<DialogProps, 'closeLabel' | 'toasts' | 'closesOnBackdrop'>

export function Dialog(props: Props) {
  const isQuestion = (props.shape ?? 'question') === 'question'
  return (
    <KitDialog
      {...props}
      closeLabel={isQuestion ? undefined : t('pages.form.close')}
      toasts={<Toasts />}
    />
  )
}
