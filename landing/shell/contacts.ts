/** Flattens the server's contacts into sales and support contacts (3.7). */
import { find } from '#landing/messages.ts'
import type { ServicePlatform } from '#contract/site.ts'

/** Localised platform name. Falls back to the server's name. */
export const platformName = (platform: string): string =>
  find(`frame.platforms.${platform}`) ?? platform

export type Contact = {
  platform: string
  account: string
  /** URL of a QR code image. */
  picture?: string
  /** Target URL of the QR code. */
  address?: string
}

/** 1 is sales, everything else support (3.7). */
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

/** Accepts an https URL, a data URL, or bare base64 of a PNG or JPEG (3.7). */
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
