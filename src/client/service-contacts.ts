/** Contacts of the company's sales and support, as a backend names them (spec 3.7). */
import { accountTypes, type ServicePlatform } from '#contract/site.ts'

export type ContactPurpose = 'preSale' | 'afterSale'

export type Contact = {
  platform: string
  account: string
  /** URL of a QR code image. */
  picture?: string
  /** Target URL of the QR code. */
  address?: string
}

export function contactsOf(
  platforms: readonly ServicePlatform[] | null,
  purpose: ContactPurpose,
): Contact[] {
  return (platforms ?? []).flatMap(({ platform, accountList }) =>
    (accountList ?? [])
      .filter(({ accountType }) => isPreSale(accountType) === (purpose === 'preSale'))
      .flatMap(({ account, qrCode, referUrl }) => {
        const link = referUrl ?? ''
        const address = /^https?:\/\//.test(link) && URL.canParse(link) ? link : undefined
        const picture = pictureOf(qrCode?.trim() ?? '')
        if (!account && !address && !picture) return []
        return [
          {
            platform,
            account: account ?? '',
            ...(picture ? { picture } : {}),
            ...(address ? { address } : {}),
          },
        ]
      }),
  )
}

/** Hosts whose links to a chat take a message. */
const hostsWithText = ['wa.me', 'api.whatsapp.com', 't.me']

/** Address of a chat that begins with the text, where the platform allows it. */
export function addressWithText(address: string, text: string): string {
  const url = new URL(address)
  if (hostsWithText.includes(url.hostname)) url.searchParams.set('text', text)
  return url.href
}

/** All other types are support (spec 3.7). */
const isPreSale = (accountType: string | number): boolean =>
  String(accountType) === String(accountTypes.preSale)

/** Accepts an https URL, a data URL, a path, or bare base64 of a PNG or JPEG (spec 3.7). */
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
