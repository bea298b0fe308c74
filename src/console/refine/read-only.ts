/** Read-only session in which support views a customer's account in this tab. */
import { parseJson } from '#client/browser.ts'
import { sessionScope, tabStore, supportViewScope } from '#client/storage.ts'

/** The viewed account. `endsAt`: by the clock of this browser, in milliseconds since the epoch. */
export type SupportViewInfo = { account: string; untilDateTime: string; endsAt: number }

/** Whether support views a customer's account in this tab. */
export const isReadOnly = sessionScope.startsWith(supportViewScope)

/** Key in `tabStore` of the view that a scope belongs to. */
export const supportViewInfoKey = (scope: string): string => `${scope}info`

export const supportViewInfo = (): SupportViewInfo | null =>
  (parseJson(tabStore.get(supportViewInfoKey(sessionScope))) as SupportViewInfo | undefined) ?? null

/** Page that opens a view by its request's id; without an id it shows that the view is over. */
export const supportViewAddress = '/operator/view'
