/** Status codes above 599 (spec 8.2), which a `Response` cannot carry. */
export const wireStatusHeader = 'x-wire-status'

/**
 * Maps a status above 599 to 401 with a marker header; the HTTP server writes the real status. A
 * `Response` with such a status, and any code that rebuilds one, would throw.
 */
export function wireStatus(status: number): { status: number; headers: Record<string, string> } {
  return status > 599
    ? { status: 401, headers: { [wireStatusHeader]: String(status) } }
    : { status, headers: {} }
}
