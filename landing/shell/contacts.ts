/** The server's contacts as the pages show them: one row each, sorted into before and after the sale (3.7). */
import { find } from '#landing/words.ts'
import type { ServicePlatform } from '#contract/customer-service.ts'

/** Platforms by the names that their users know; others as the server calls them. */
export const platformName = (platform: string): string => find(`frame.platforms.${platform}`) ?? platform

export type Contact = {
  platform: string
  account: string
  /** A QR code as a picture that needs no other host. */
  picture?: string
  /** Where the code leads. */
  address?: string
}

/** 3.7: 1 is pre-sale, everything else after-sale. */
const preSale = '1'

export function contactsOf(platforms: readonly ServicePlatform[] | null, when: 'preSale' | 'afterSale'): Contact[] {
  return (platforms ?? []).flatMap(({ platform, accountList }) =>
    (accountList ?? [])
      .filter(({ accountType }) => (String(accountType) === preSale) === (when === 'preSale'))
      .flatMap(({ account, qrCode, referUrl }) => {
        const address = /^https?:\/\//.test(referUrl ?? '') ? referUrl! : undefined
        const picture = /^data:image\/|^\/[\w-]/.test(qrCode ?? '') ? qrCode! : undefined
        if (!account && !address && !picture) return []
        return [{ platform: platformName(platform), account: account ?? '', ...(picture ? { picture } : {}), ...(address ? { address } : {}) }]
      }),
  )
}
