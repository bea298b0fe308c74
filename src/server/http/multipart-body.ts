/** Reads a form with a file (RFC 7578) within a limit of its size. */
import { readBytes } from '#server/http/request-body.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'

/** Of one form: parts, and bytes of the headers of a part and of a part without a file. */
const limits = { parts: 40, headers: 4 * 1024, field: 64 * 1024 }

/**
 * The last value of each field, and a hash of all: the boundary of equal forms differs. Throws
 * ApiError `unreadable`, with 415 for another type of body, and `tooLarge`.
 */
export async function readMultipart(
  c: AppContext,
  maxBytes: number,
): Promise<{ fields: Record<string, unknown>; digest: string }> {
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type)) throw new ApiError('unreadable', { status: 415 })
  const boundary = readBoundary(type)
  const body = await readBytes(c, maxBytes)
  requireFewParts(body, boundary)
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
    const form = await new Response(body, { headers }).formData()
    return { fields: Object.fromEntries(form), digest: await digestForm(form) }
  } catch {
    throw new ApiError('unreadable')
  }
}

function readBoundary(type: string): string {
  const found =
    /;\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'()+,./:=?-]{1,70})(?:;|\s|$))/i.exec(type)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw new ApiError('unreadable')
  return boundary
}

/**
 * The platform reads a form in one turn of the event loop, which many parts would block for seconds.
 * Like the platform, takes each occurrence of the boundary as one. Node only: in a browser, the
 * form is the page's own.
 */
function requireFewParts(body: Uint8Array<ArrayBuffer>, boundary: string): void {
  if (!('Buffer' in globalThis)) return
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let parts = 0
  let start = bytes.indexOf(boundary, 0, 'latin1')
  while (start >= 0) {
    if (++parts > limits.parts) throw new ApiError('unreadable')
    const head = start + boundary.length
    start = bytes.indexOf(boundary, head, 'latin1')
    if (start >= 0) requireSmallPart(bytes.subarray(head, start))
    else if (bytes.length - head > limits.headers) throw new ApiError('unreadable')
  }
}

/** `part`: from the end of its boundary to the next. */
function requireSmallPart(part: Buffer): void {
  const headers = part.subarray(0, limits.headers)
  const end = headers.indexOf('\r\n\r\n')
  if (end < 0) throw new ApiError('unreadable')
  const isFile = /;\s*filename\*?=/i.test(headers.toString('latin1', 0, end))
  if (!isFile && part.length - end > limits.field) throw new ApiError('tooLarge')
}

async function digestForm(form: FormData): Promise<string> {
  const parts = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : [value.name, await digest(await value.arrayBuffer())],
  ])
  return digest(new TextEncoder().encode(JSON.stringify(await Promise.all(parts))))
}

/** SHA-256 in hex. */
async function digest(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
