/** Response envelopes and their status on the wire. */
import { requestIdHeader } from '#contract/failure.ts'
import type { Lang } from '#locales/messages.ts'
import type { ApiError } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import { formatFieldErrors, parseLang, formatError, t } from '#server/platform/messages.ts'

/** A response before it becomes a `Response`. `file`: sent in place of the body. */
export type EncodedResponse = {
  status: number
  body: string
  headers?: Record<string, string>
  file?: Blob
}

/** A file to download, under its name. */
export const encodeFile = (file: Blob): EncodedResponse => ({
  status: 200,
  body: '',
  file,
  headers: {
    'content-type': file.type || 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeFileName(file instanceof File ? file.name : 'file')}`,
  },
})

/** As an extended parameter (RFC 8187), which excludes these characters too. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export const langOfRequest = (c: AppContext): Lang => parseLang(c.req.header('accept-language'))

/**
 * Whether the header `If-None-Match` contains the ETag. A compressing proxy marks it as weak
 * (RFC 9110, 13.1.2).
 */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false

const doneMessages: Record<Lang, string> = { zh: t('zh', 'done'), en: t('en', 'done') }

/** Envelope of a successful call. */
export const encodeSuccess = (lang: Lang, data: unknown): EncodedResponse => ({
  status: 200,
  body: JSON.stringify({ success: true, data, msg: doneMessages[lang] }),
})

/**
 * Envelope of an error, with one message per invalid field. `msg` is the first of them, since other
 * clients show nothing else. `call` names the endpoint, which determines the labels of the fields.
 */
export function encodeError(lang: Lang, error: ApiError, call?: string): EncodedResponse {
  const { status, code, reason, fields: errors, headers, challenge, orderId } = error
  const fields = errors.length > 0 ? formatFieldErrors(lang, errors, call) : undefined
  const isFieldNamed = code === 'invalid' && !reason && errors[0]?.field
  const msg = (isFieldNamed && fields?.[isFieldNamed]) || formatError(lang, error)
  return {
    status,
    headers,
    body: JSON.stringify({ success: false, data: { code, challenge, orderId, fields }, msg }),
  }
}

/** Compresses a text by gzip. */
export type Gzip = (text: string) => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>

/**
 * Characters from which a body is compressed. A shorter one fits the first round trip of a
 * connection (RFC 6928), where compression saves no time.
 */
const minCompressedLength = 8_192

/** The first of the encodings that the client accepts (RFC 9110, 12.5.3). */
export function findAcceptedEncoding<E extends string>(
  c: AppContext,
  offered: readonly E[],
): E | undefined {
  const accepted = (c.req.header('accept-encoding') ?? '').toLowerCase().split(',')
  const names = accepted.flatMap((item) => {
    const [name, quality = '1'] = item.trim().split(/\s*;\s*q=/)
    return Number(quality) > 0 ? [name] : []
  })
  return offered.find((encoding) => names.includes(encoding))
}

/**
 * Body and its headers, compressed if it is long and the client accepts that. A secret that is
 * beside reflected input can't be guessed from the length (BREACH): calls are signed by scripts, so
 * that no other site can make a browser send them.
 */
export async function compressIfLong(
  c: AppContext,
  text: string,
  gzip: Gzip | undefined,
): Promise<{ body: string | Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  return gzip && text.length >= minCompressedLength && findAcceptedEncoding(c, ['gzip'])
    ? { body: await gzip(text), headers: { 'content-encoding': 'gzip' } }
    : { body: text, headers: {} }
}

/**
 * Headers are passed as a plain object, which the Node adapter writes without building `Headers`.
 */
export function createResponseSender(production: boolean, gzip?: Gzip) {
  const defaultHeaders = apiHeaders(production)
  return (c: AppContext, { status, body, headers, file }: EncodedResponse) => {
    const wire = toWireStatus(status)
    const request = c.get('request')
    request.status = status
    const respond = (
      content: string | Uint8Array<ArrayBuffer> | Blob,
      contentHeaders?: Record<string, string>,
    ) =>
      // A response without content has no body (RFC 9110, 15.3.5).
      new Response(status === 204 ? null : content, {
        status: wire.status,
        headers: {
          ...defaultHeaders,
          ...wire.headers,
          ...headers,
          ...contentHeaders,
          [requestIdHeader]: request.requestId,
        },
      })
    if (file) return respond(file)
    return body.length < minCompressedLength
      ? respond(body)
      : compressIfLong(c, body, gzip).then((compressed) =>
          respond(compressed.body, compressed.headers),
        )
  }
}

/** Status codes above 599 (spec 8.2), which a `Response` cannot carry. */
export const wireStatusHeader = 'x-wire-status'

/**
 * Maps a status above 599 to 401 with a marker header; the HTTP server writes the real status. A
 * `Response` with such a status, and any code that rebuilds one, would throw.
 */
export function toWireStatus(status: number): { status: number; headers: Record<string, string> } {
  return status > 599
    ? { status: 401, headers: { [wireStatusHeader]: String(status) } }
    : { status, headers: {} }
}
