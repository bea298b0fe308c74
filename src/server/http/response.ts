/** Writing the envelope, whatever a call ended in. */
import { requestIdHeader } from '#contract/envelope.ts'
import type { Lang } from '#locales/words.ts'
import type { Refusal } from '#server/http/errors.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import type { AppContext } from '#server/http/request-context.ts'
import { wireStatus } from '#server/http/wire-status.ts'
import { fieldSentences, langOf, refusalSentence, say } from '#server/platform/messages.ts'

/** An answer before it is a `Response`. */
export type Written = { status: number; body: string; headers?: Record<string, string> }

export const langOfRequest = (c: AppContext): Lang => langOf(c.req.header('accept-language'))

const done: Record<Lang, string> = { zh: say('zh', 'done'), en: say('en', 'done') }

/** The envelope of a call that was done. */
export const doneText = (lang: Lang, data: unknown): Written => ({
  status: 200,
  body: JSON.stringify({ success: true, data, msg: done[lang] }),
})

/** The envelope of a refusal, with a sentence per wrong item. */
export function refusedText(lang: Lang, refusal: Refusal): Written {
  const { status, code, fields, headers, challenge } = refusal
  const data = {
    code,
    challenge,
    ...(fields.length > 0 ? { fields: fieldSentences(lang, fields) } : {}),
  }
  return {
    status,
    headers,
    body: JSON.stringify({ success: false, data, msg: refusalSentence(lang, refusal) }),
  }
}

/**
 * Headers are given as one plain object, which the Node adapter writes without building a `Headers`
 * of it.
 */
export function sender(production: boolean) {
  const always = apiHeaders(production)
  return (c: AppContext, { status, body, headers }: Written): Response => {
    const wire = wireStatus(status)
    const trace = c.get('trace')
    trace.status = status
    return new Response(body, {
      status: wire.status,
      headers: { ...always, ...wire.headers, ...headers, [requestIdHeader]: trace.requestId },
    })
  }
}
