/** Handlers of the inbox, and the stream of notices. */
import { type notices as calls, notices } from '#contract/notices.ts'
import { isId } from '#server/platform/db/columns.ts'
import type { Handler, Handlers } from '#server/http/handler.ts'
import {
  readInboxPage,
  markRead,
  markUnread,
  countUnreadNotices,
} from '#server/features/notifications/read-inbox.ts'
import { parseCursor } from '#server/features/notifications/read-stream.ts'
import { findOpenView } from '#server/features/support-views/index.ts'
import type { Authenticate } from '#server/features/identity/index.ts'
import { ApiError } from '#server/http/errors.ts'
import { requestIdHeader } from '#contract/failure.ts'
import { computeAuthToken } from '#contract/signing.ts'
import { langOfRequest } from '#server/http/response.ts'
import { apiHeaders } from '#server/http/security-headers.ts'
import type { SseHub, StreamRequest } from '#server/features/notifications/sse-hub.ts'
import { validateFields, readFields } from '#server/http/validation.ts'
import type { CallLimits } from '#server/http/limits/call-limits.ts'
import type { Crypto } from '#server/platform/crypto/crypto.ts'
import { readSignature } from '#server/http/signature.ts'
import { envelopeFormat } from '#server/http/wire-format.ts'
import type { AppContext } from '#server/http/request-context.ts'
import { streamHandler } from '#server/http/handler.ts'

const pageNotices: Handler<typeof calls.page> = (query, { db, me, lang, settings }) =>
  readInboxPage(db, me, query, {
    lang,
    zone: settings.timeZone,
    isForSupport: me.view !== undefined,
  })

const countUnread: Handler<typeof calls.unread> = async (_, { reads, me, clock, settings }) => {
  const [count, supportView] = await Promise.all([
    countUnreadNotices(reads, me),
    // Only the user is asked for consent, not an operator who views the account.
    me.view ? null : findOpenView(reads, me, clock(), settings.timeZone),
  ])
  return { count, ...(supportView && { supportView }) }
}

const markNoticesRead: Handler<typeof calls.read> = async ({ id }, { db, me }) => {
  if (!isId(String(id))) throw new ApiError('notFound')
  await markRead(db, me, Number(id))
}

const markNoticesUnread: Handler<typeof calls.markUnread> = async ({ id }, { db, me }) => {
  if (id != null && !isId(String(id))) throw new ApiError('notFound')
  await markUnread(db, me, Number(id ?? 0))
}

type StreamDeps = {
  streams: SseHub
  authenticate: Authenticate
  crypto: Crypto
  production: boolean
  limits: CallLimits
}

/**
 * Opens a stream of notices (spec 7.42). Throws ApiError for an ended session and for too many
 * concurrent streams.
 */
export async function openStream(
  c: AppContext,
  { streams, authenticate, crypto, production, limits }: StreamDeps,
): Promise<Response> {
  c.get('request').route = notices.stream.path
  const { fields } = await readFields(c, notices.stream, false, envelopeFormat)
  const { clientId, after } = validateInput(fields)
  const { requestId, ip } = c.get('request')
  const user = isVisitor(c, crypto) ? null : await authenticate((name) => c.req.header(name), ip)
  if (user) {
    c.get('request').userId = user.userId
    limits.consume(user, {})
  }
  const request: StreamRequest = {
    user,
    clientId,
    ip,
    lang: langOfRequest(c),
    cursor: parseCursor(c.req.header('last-event-id') ?? after),
  }
  const body = await streams.open(request)
  return new Response(body, {
    headers: {
      ...apiHeaders(production),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      [requestIdHeader]: requestId,
    },
  })
}

/** Rejected with status 400, because an EventSource treats a 200 as an open stream. */
function validateInput(fields: unknown): { clientId: string; after?: string } {
  try {
    return validateFields(notices.stream, fields, 'notices.stream') as {
      clientId: string
      after?: string
    }
  } catch (reason) {
    throw reason instanceof ApiError
      ? new ApiError(reason.code, { status: 400, fields: reason.fields })
      : reason
  }
}

/** Visitors sign with empty strings or not at all (section 7). */
function isVisitor(c: AppContext, crypto: Crypto): boolean {
  const signature = readSignature((name) => c.req.header(name))
  return signature
    ? signature.token === computeAuthToken(crypto.md5, { sk: '', userId: '' })
    : c.req.header('auth-token') === undefined
}

export const noticeHandlers: Handlers['notices'] = {
  stream: streamHandler,
  page: pageNotices,
  unread: countUnread,
  read: markNoticesRead,
  markUnread: markNoticesUnread,
}
