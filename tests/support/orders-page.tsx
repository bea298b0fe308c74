/** The page of orders as a test opens it, with the pages that it leads to. */
import type { Resource } from '#console/engine/resource.ts'
import { openConsolePage, sessionOf } from '#tests/support/console.tsx'

const files = import.meta.glob<{ default: Resource }>('/resources/{orders,recharge,account-log}.ts')
const pages = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([path, load]) => [path, await load()] as const),
    ),
  )

// happy-dom knows no popovers.
Object.assign(HTMLElement.prototype, { hidePopover: () => {} })

export const openOrders = (
  query = '',
  { as = 'demo', lang = 'zh' }: { as?: string; lang?: 'zh' | 'en' } = {},
) => openConsolePage(`/UserCenterOrder${query}`, { as, lang, with: pages })

/** Calls of the test itself are made by this account from now on. */
export async function signInAs(account: string): Promise<void> {
  for (const [key, value] of Object.entries(await sessionOf(account)))
    sessionStorage.setItem(key, String(value))
}
