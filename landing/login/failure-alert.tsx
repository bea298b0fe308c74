/** Alert for a failed sign-in, with the request id if there is one. */
import { useState } from 'react'
import { copyText } from '#client/browser.ts'
import type { ErrorMessage } from '#client/api/error-message.ts'
import { t } from '#landing/messages.ts'

export function FailureAlert({ text, requestId, refused }: ErrorMessage) {
  const [copied, setCopied] = useState(false)
  return (
    <div className="alert" role={refused ? undefined : 'alert'}>
      <p>{text}</p>
      {requestId && (
        <p className="alert-id">
          {t('failures.requestId')} <code>{requestId}</code>
          <button type="button" onClick={async () => setCopied(await copyText(requestId))}>
            {t(copied ? 'landing.login.copied' : 'landing.login.copy')}
          </button>
        </p>
      )}
    </div>
  )
}
