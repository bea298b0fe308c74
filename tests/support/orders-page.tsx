/** Opens the order list with the console pages it links to. */
import type { Resource } from '#console/engine/resource.ts'
import { openConsolePage, sessionOf } from '#tests/support/console.tsx'

const files = import.meta.glob<{ default: Resource }>('/resources/{orders,recharge,account-log}.ts')
const pages = async () =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([path, load]) => [path, await load()] as const),
    ),
  )

// happy-dom does not implement popovers.
Object.assign(HTMLElement.prototype, { hidePopover: () => {} })

export const openOrders = (
  query = '',
  { as = 'demo', lang = 'zh' }: { as?: string; lang?: 'zh' | 'en' } = {},
) => openConsolePage(`/UserCenterOrder${query}`, { as, lang, with: pages })

/** Signs the test's own API calls as this account. */
export async function signInAs(account: string): Promise<void> {
  for (const [key, value] of Object.entries(await sessionOf(account)))
    sessionStorage.setItem(key, String(value))
}
