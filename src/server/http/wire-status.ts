/**
 * Statuses beyond 599 (8.2). A `Response` can't carry them, and whatever rebuilds one would fail on
 * them, so the app answers 401 with a marker, and the outermost Node listener writes the real
 * status.
 */
export const wireStatusHeader = 'x-wire-status'

/** How a `Response` says a status: the one it may carry, and the marker for one it may not. */
export function wireStatus(status: number): { status: number; headers: Record<string, string> } {
  return status > 599
    ? { status: 401, headers: { [wireStatusHeader]: String(status) } }
    : { status, headers: {} }
}
