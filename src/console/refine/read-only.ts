/** Read-only session in which support views a customer's account in this tab. */
import { parseJson } from '#client/browser.ts'
import { sessionScope, tabStore, viewScope } from '#client/storage.ts'

/** The viewed account. `endsAt`: by the clock of this browser, in milliseconds since the epoch. */
export type ViewInfo = { account: string; untilDateTime: string; endsAt: number }

/** Whether support views a customer's account in this tab. */
export const isReadOnly = sessionScope.startsWith(viewScope)

/** Key in `tabStore` of the view that a scope belongs to. */
export const viewInfoKey = (scope: string): string => `${scope}info`

export const viewInfo = (): ViewInfo | null =>
  (parseJson(tabStore.get(viewInfoKey(sessionScope))) as ViewInfo | undefined) ?? null

/** Page that opens a view by its request's id; without an id it shows that the view is over. */
export const viewAddress = '/operator/view'
