/** Read-only session of support in this tab: whose account, and until when. */
import { parseJson } from '#client/browser.ts'
import { sessionScope, tabStore, viewScope } from '#client/storage.ts'

/** `endsAt`: by the clock of this browser, in milliseconds since the epoch. */
export type ViewInfo = { account: string; untilDateTime: string; endsAt: number }

/** Whether this tab shows the account of a customer to support. */
export const isReadOnly = sessionScope.startsWith(viewScope)

/** Key in `tabStore` of the view that a scope belongs to. */
export const viewInfoKey = (scope: string): string => `${scope}info`

export const viewInfo = (): ViewInfo | null =>
  (parseJson(tabStore.get(viewInfoKey(sessionScope))) as ViewInfo | undefined) ?? null

/** Where a tab opens a view by the id of its request; without one it says that the view is over. */
export const viewAddress = '/operator/view'
