/** Reads a form with a file (RFC 7578) within a limit of its size. */
import { readBytes } from '#server/http/request-body.ts'
import { ApiError } from '#server/http/errors.ts'
import type { AppContext } from '#server/http/request-context.ts'

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
  const body = await readBytes(c, maxBytes)
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    return { fields: Object.fromEntries(form), digest: await digestForm(form) }
  } catch {
    throw new ApiError('unreadable')
  }
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
