/**
 * The server's contacts as the pages show them: one row each, sorted into before and after the sale
 * (3.7).
 */
import { find } from '#landing/messages.ts'
import type { ServicePlatform } from '#contract/customer-service.ts'

/** Platforms by the names that their users know; others as the server calls them. */
export const platformName = (platform: string): string =>
  find(`frame.platforms.${platform}`) ?? platform

export type Contact = {
  platform: string
  account: string
  /** The address of a QR code as a picture. */
  picture?: string
  /** Where the code leads. */
  address?: string
}

/** 3.7: 1 is pre-sale, everything else after-sale. */
const preSale = '1'

export function contactsOf(
  platforms: readonly ServicePlatform[] | null,
  when: 'preSale' | 'afterSale',
): Contact[] {
  return (platforms ?? []).flatMap(({ platform, accountList }) =>
    (accountList ?? [])
      .filter(({ accountType }) => (String(accountType) === preSale) === (when === 'preSale'))
      .flatMap(({ account, qrCode, referUrl }) => {
        const address = /^https?:\/\//.test(referUrl ?? '') ? referUrl! : undefined
        const picture = pictureOf(qrCode?.trim() ?? '')
        if (!account && !address && !picture) return []
        return [
          {
            platform: platformName(platform),
            account: account ?? '',
            ...(picture ? { picture } : {}),
            ...(address ? { address } : {}),
          },
        ]
      }),
  )
}

/**
 * 3.7: a backend may send an address, a data URL, or the bare base64 of a PNG or a JPEG; anything
 * else is no picture.
 */
function pictureOf(qrCode: string): string | undefined {
  if (
    /^https:\/\/[^\s]+$/i.test(qrCode) ||
    /^data:image\/(png|jpe?g|gif|webp|svg\+xml)[;,]/i.test(qrCode)
  )
    return qrCode
  const type = qrCode.startsWith('iVBORw0KGgo')
    ? 'png'
    : qrCode.startsWith('/9j/')
      ? 'jpeg'
      : undefined
  if (type)
    return /^[A-Za-z0-9+/\s]+={0,2}$/.test(qrCode)
      ? `data:image/${type};base64,${qrCode.replaceAll(/\s/g, '')}`
      : undefined
  return /^\/[\w-]/.test(qrCode) ? qrCode : undefined
}
