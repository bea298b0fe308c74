/** Contacts with their QR codes (1.7, 2.13). */
import { QRCodeSVG } from 'qrcode.react'
import { sizes } from '#contract/limits.ts'
import { contactsOf, type Contact } from '#landing/shell/contacts.ts'
import { useSiteData } from '#landing/site-data.ts'
import { t } from '#landing/messages.ts'

/** Contact set, each with QR images sized for its place on the page. */
export type ContactsFrom = { from?: 'contacts' | 'sideContacts' | 'footContacts' }

export function PreSale({ from = 'contacts' }: ContactsFrom) {
  const contacts = contactsOf(useSiteData()[from], 'preSale')
  return contacts.length > 0 ? (
    <ContactList contacts={contacts} />
  ) : (
    <p className="contacts-none">{t('frame.contacts.none')}</p>
  )
}

export function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className="contacts">
      {contacts.map((contact) => (
        <li key={`${contact.platform} ${contact.account}`} className="contact">
          <Code {...contact} />
          <strong>{contact.platform}</strong>
          <span className="contact-account">{contact.account}</span>
        </li>
      ))}
    </ul>
  )
}

/** The server's QR image if there is one, otherwise a QR code of the link or the account. */
function Code({ platform, account, picture, address }: Contact) {
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
