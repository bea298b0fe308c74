/** The packages by way of billing, in the order of the pages: by characters first (2.11). */
import type { Package } from '#contract/packages.ts'

const modes = ['char', 'time'] as const

/** Ways in which nothing is sold are left out. */
export function byMode(
  packages: readonly Package[],
): { mode: (typeof modes)[number]; sold: Package[] }[] {
  return modes
    .map((mode) => ({ mode, sold: packages.filter((it) => it.translationBillingMode === mode) }))
    .filter(({ sold }) => sold.length > 0)
}
