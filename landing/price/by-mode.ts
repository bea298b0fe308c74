/** Groups packages by billing mode, characters first (2.11). */
import type { Package } from '#contract/packages.ts'

const modes = ['char', 'time'] as const

/** Omits modes without packages. */
export function byMode(
  packages: readonly Package[],
): { mode: (typeof modes)[number]; sold: Package[] }[] {
  return modes
    .map((mode) => ({ mode, sold: packages.filter((it) => it.translationBillingMode === mode) }))
    .filter(({ sold }) => sold.length > 0)
}
