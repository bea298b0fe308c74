/** Official contacts with their QR codes (spec 1.7, 2.13, 3.7). */
import { QRCodeSVG } from 'qrcode.react'
import { contactsOf, type Contact, type ContactPurpose } from '#client/service-contacts.ts'
import { sizes } from '#contract/sizes.ts'
import { useSiteData } from '#landing/site-data.ts'
import { t, findMessage } from '#landing/messages.ts'

/** Field of SiteData: the same contacts, with QR images of the size for that part of the page. */
type ContactsFrom = { from?: 'contacts' | 'footContacts' }

export function PreSale({ from = 'contacts' }: ContactsFrom) {
  const contacts = contactsOf(useSiteData()[from], 'preSale')
  return contacts.length > 0 ? (
    <ContactList contacts={contacts} />
  ) : (
    <p className="contacts-none">{t('frame.contacts.none')}</p>
  )
}

/**
 * Contacts of the side bar. Until its panel first opens, they are those of the footer, with the place
 * of their QR codes left empty, so that nothing moves when the codes arrive. Renders nothing for
 * support without contacts, so that CSS can hide its button.
 */
export function SideContacts({ purpose }: { purpose: ContactPurpose }) {
  const { sideContacts, footContacts } = useSiteData()
  const contacts = contactsOf(sideContacts ?? footContacts, purpose)
  if (contacts.length > 0)
    return <ContactList contacts={contacts} withoutCodes={sideContacts === null} />
  return purpose === 'preSale' ? <p className="contacts-none">{t('frame.contacts.none')}</p> : null
}

type ContactListProps = { contacts: readonly Contact[]; withoutCodes?: boolean }

function ContactList({ contacts, withoutCodes = false }: ContactListProps) {
  return (
    <ul className="contacts">
      {contacts.map((contact) => (
        <li key={`${contact.platform} ${contact.account}`} className="contact">
          {withoutCodes ? <span className="contact-code" /> : <ContactCode {...contact} />}
          <strong>{platformName(contact.platform)}</strong>
          <span className="contact-account">{contact.account}</span>
        </li>
      ))}
    </ul>
  )
}

/** The server's QR image if there is one, otherwise a QR code of the link or the account. */
function ContactCode({ platform: name, account, picture, address }: Contact) {
  const platform = platformName(name)
  const label = t('frame.contacts.code', { platform, account })
  const size = sizes.contactCode
  const code = picture ? (
    <img
      src={picture}
      alt={label}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
    />
  ) : (
    <QRCodeSVG
      value={address ?? account}
      size={size}
      marginSize={2}
      fgColor="#101828"
      role="img"
      aria-label={label}
    />
  )
  if (!address) return <span className="contact-code">{code}</span>
  return (
    <a
      className="contact-code"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={`${t('frame.contacts.open', { platform })} ${account}`}
    >
      {code}
    </a>
  )
}

/**
 * Support contacts; renders nothing if there are none, so that CSS can hide the section (spec
 * 2.13).
 */
export function AfterSale() {
  const contacts = contactsOf(useSiteData().contacts, 'afterSale')
  return contacts.length > 0 ? <ContactList contacts={contacts} /> : null
}

/** Platform select of the contact verification (spec 7.1). */
export function PlatformChoice() {
  const { platforms, contacts } = useSiteData()
  const names = [...new Set((platforms ?? contacts ?? []).map(({ platform }) => platform))]
  return (
    <select id="validate-platform" name="platform" required defaultValue="">
      <option value="" disabled>
        {t('frame.validate.choose')}
      </option>
      {names.map((name) => (
        <option key={name} value={name}>
          {platformName(name)}
        </option>
      ))}
    </select>
  )
}

/** Localised platform name. Falls back to the server's name. */
const platformName = (platform: string): string => findMessage(`platforms.${platform}`) ?? platform
