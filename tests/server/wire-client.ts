/** API client written from the wire rules alone: it shares no code with the product. */
import { createHash } from 'node:crypto'
import { password, type Person } from '#tests/support/actors/people.ts'

export type WireSession = { userId: string; sk: string }
export type Fields = Record<string, unknown>
export type Method = 'GET' | 'POST' | 'DELETE'
type Envelope = { status: number; success: boolean; data: unknown; msg: string | null }

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

let requests = 0
/**
 * Signed headers of a request. Visitors sign with empty strings. Each request has its own client
 * network.
 */
export function signedHeaders(session: WireSession | null): Record<string, string> {
  const token = md5((session?.sk ?? '') + (session?.userId ?? '')).toUpperCase()
  const timestamp = String(Date.now())
  return {
    Authorization: `Bearer ${token}`,
    'auth-token': token,
    'auth-timestamp': timestamp,
    'auth-sign': md5(token + timestamp).toLowerCase(),
    'client-version': '0.0.0',
    'Accept-Language': 'en-US',
    'X-Forwarded-For': `10.${(requests >> 8) & 255}.${requests++ & 255}.7`,
  }
}

/** Query string. `null` becomes a key without a value. */
const queryOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([key, value]) =>
      value === null ? key : `${key}=${encodeURIComponent(value as string | number)}`,
    )
    .join('&')

/** Sends a request to the API at the address `api`. */
export async function wireRequest(
  api: string,
  session: WireSession | null,
  method: Method,
  path: string,
  fields: Fields,
): Promise<Envelope> {
  const query = method === 'GET' && Object.keys(fields).length > 0 ? `?${queryOf(fields)}` : ''
  const headers = signedHeaders(session)
  const response = await fetch(api + path + query, {
    method,
    ...(method === 'GET'
      ? { headers }
      : {
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(fields),
        }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Envelope, 'status'>) }
}

export async function wireLogin(api: string, { account }: Person): Promise<WireSession> {
  const { data, msg } = await wireRequest(api, null, 'POST', '/login/login', {
    account,
    password,
    clientType: 'web',
  })
  if (data === null) throw new Error(String(msg))
  return data as WireSession
}
