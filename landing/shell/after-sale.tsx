/** Support contacts; renders nothing if there are none, so that CSS can hide the section (2.13). */
import { ContactList, type ContactsFrom } from '#landing/shell/contact-list.tsx'
import { contactsOf } from '#landing/shell/contacts.ts'
import { useSiteData } from '#landing/site-data.ts'

export function AfterSale({ from = 'contacts' }: ContactsFrom) {
  const contacts = contactsOf(useSiteData()[from], 'afterSale')
  return contacts.length > 0 ? <ContactList contacts={contacts} /> : null
}
