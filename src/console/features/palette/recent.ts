/** Entries of the palette that the user chose last, kept in this browser until the sign-out. */
import * as z from 'zod/mini'
import { parseJson } from '#client/browser.ts'
import { currentSession } from '#client/session/session.ts'
import { isReadOnly } from '#console/refine/read-only.ts'
import type { MenuIconName } from '#ui/menu-icons.tsx'
import { readStoredRecent, storeRecent } from '#console/shell/palette-storage.ts'

const maxRecent = 8

/** `record`: of a person or order, which is not listed without a search. */
const Entry = z.object({
  id: z.string(),
  record: z.optional(
    z.object({
      id: z.string(),
      title: z.string(),
      detail: z.optional(z.string()),
      icon: z.custom<MenuIconName>((icon) => typeof icon === 'string'),
      to: z.string(),
    }),
  ),
})
const Stored = z.object({ userId: z.string(), entries: z.array(Entry) })
export type RecentEntry = z.output<typeof Entry>

const userId = () => String(currentSession()?.userId ?? '')

/** The last first; empty for another user of the browser. */
export function readRecent(): readonly RecentEntry[] {
  const stored = z.safeParse(Stored, parseJson(readStoredRecent())).data
  return stored?.userId === userId() ? stored.entries : []
}

/** A view by support keeps nothing of the customer. */
export function rememberRecent(entry: RecentEntry): void {
  if (isReadOnly) return
  const others = readRecent().filter(({ id }) => id !== entry.id)
  const entries = [entry, ...others].slice(0, maxRecent)
  storeRecent(JSON.stringify({ userId: userId(), entries }))
}
