/** Dialog with a secret that the server returns once, and an example of its use. */
import { CopyButton, useCopy } from '#console/ui/copy-button.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import './secret-dialog.css'

type Props = {
  title: string
  /** Says that the secret is shown only once. */
  note: string
  secret: { name: string; text: string }
  example: { name: string; text: string }
  /** Labels of the buttons. */
  labels: { copy: string; saved: string }
  close: () => void
}

/** Only its button closes it: what it shows cannot be shown again. */
export function SecretDialog({ title, note, secret, example, labels, close }: Props) {
  const { copy } = useCopy(secret.text)
  return (
    <Dialog title={title} onClose={() => undefined}>
      <p className="form-note" data-tone="warning">
        {note}
      </p>
      <div className="copied-text">
        <code>{secret.text}</code>
        <CopyButton {...secret} />
      </div>
      <h3>{example.name}</h3>
      <div className="copied-text">
        <pre>{example.text}</pre>
        <CopyButton {...example} />
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={copy}>
          {labels.copy}
        </button>
        <button type="button" className="button primary" data-initial-focus onClick={close}>
          {labels.saved}
        </button>
      </div>
    </Dialog>
  )
}
