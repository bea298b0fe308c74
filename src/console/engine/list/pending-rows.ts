/** Polls a list while pending rows are visible and the event stream is down. */
import { useEffect, useRef, useState } from 'react'
import { useFeed } from '#console/features/notifications/feed.ts'
import { useRefreshAll } from '#console/refine/query.ts'
import type { ListPage } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import { matches } from '#console/engine/build-fields.ts'

/** Polling interval in milliseconds. Skipped while the tab is hidden. */
const pause = 5_000

type VisibleRows = {
  rows: readonly Row[]
  /** Serialized list state that the rows belong to; undefined while they are placeholder data. */
  by: string | undefined
  /** Refetches the rows. */
  ask: () => Promise<unknown>
}

/** Returns whether a fetch caused by this poll is in flight. */
export function usePendingRows(
  { pending, id }: Pick<ListPage, 'pending' | 'id'>,
  { rows, by, ask }: VisibleRows,
): boolean {
  const [asking, setAsking] = useState(false)
  const renew = useRefreshAll()
  const waiting =
    pending && id !== undefined
      ? rows.filter((row) => matches(row, pending)).map((row) => row[id])
      : []
  const { open } = useFeed()
  const wait = waiting.length > 0 && !open

  const asked = useRef(ask)
  const before = useRef({ by, waiting })
  useEffect(() => {
    asked.current = ask
    if (by === undefined) return
    const settled =
      before.current.by === by && before.current.waiting.some((one) => !waiting.includes(one))
    before.current = { by, waiting }
    // A settled row also changes data shown elsewhere.
    if (settled) void renew()
  })

  useEffect(() => {
    if (!wait) return undefined
    const timer = setInterval(() => {
      if (document.hidden) return
      setAsking(true)
      void asked.current().finally(() => setAsking(false))
    }, pause)
    return () => clearInterval(timer)
  }, [wait])
  return asking
}
