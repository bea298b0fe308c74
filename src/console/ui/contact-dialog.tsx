/** Contacts of support, and what they need to know of a problem, to copy or sent along. */
import './contact-dialog.css'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { copyText } from '#client/browser.ts'
import { wireNow } from '#client/i18n/time.ts'
import { addressWithText, contactsOf, type Contact } from '#client/service-contacts.ts'
import { application } from '#console/refine/application.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { hasMessage, messageOf, t } from '#console/refine/i18n.ts'
import { contactPageAddress, type Problem } from '#console/ui/contact-support.tsx'
import { CopyButton } from '#console/ui/copy-button.tsx'
import { Dialog } from '#console/ui/overlays.tsx'
import { sizes } from '#contract/sizes.ts'
import type { User } from '#contract/user.ts'

export type ContactDialogProps = { problem: Problem; close: () => void }

export function ContactDialog({ problem, close }: ContactDialogProps) {
  const me = useCurrentUser()
  const [openedAt] = useState(wireNow)
  const lines = linesOf(problem, me, openedAt)
  const details = lines.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const { data, isPending } = useContacts()
  const contacts = contactsOf(data ?? null, 'afterSale')
  return (
    <Dialog title={t('contactSupport.title')} shape="modal" onClose={close}>
      <div className="contact-dialog">
        <p>{t('contactSupport.help')}</p>
        <section aria-label={t('contactSupport.details')} className="contact-details">
          <dl>
            {lines.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <CopyButton text={details} name={t('contactSupport.details')} />
        </section>
        {isPending ? (
          <p className="contact-list" role="status" aria-label={t('shell.loading')}>
            <i className="waiting" />
            <i className="waiting" />
          </p>
        ) : contacts.length > 0 ? (
          <ul className="contact-list" aria-label={t('contactSupport.contact')}>
            {contacts.map((contact) => (
              <ContactCard
                key={`${contact.platform} ${contact.account}`}
                contact={contact}
                details={details}
              />
            ))}
          </ul>
        ) : (
          <ContactPage />
        )}
      </div>
    </Dialog>
  )
}

type Line = { label: string; value: string }

function linesOf(
  { requestId, orderNo }: Problem,
  me: Pick<User, 'account' | 'username'> | null,
  time: string,
): Line[] {
  return [
    { label: t('failures.requestId'), value: requestId },
    { label: t('checkout.pay.no'), value: orderNo },
    { label: t('contactSupport.page'), value: location.pathname },
    { label: t('contactSupport.account'), value: me?.username || me?.account },
    { label: t('contactSupport.time'), value: time },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []))
}

function useContacts() {
  const endpoint = application().supportContacts
  const side = sizes.contactPicture.page
  return useQuery({
    queryKey: ['supportContacts'],
    queryFn: ({ signal }) =>
      call(endpoint!, { height: side, width: side }, { signal, quiet: true }),
    enabled: endpoint !== undefined,
    retry: false,
  })
}

/** A link takes the details along where the platform allows it, and copies them in any case. */
function ContactCard({ contact, details }: { contact: Contact; details: string }) {
  const { account, picture, address } = contact
  const platform = nameOfPlatform(contact.platform)
  const label = t('contactSupport.code', { platform, account })
  return (
    <li>
      {picture ? (
        <img
          src={picture}
          alt={label}
          width={codeSize}
          height={codeSize}
          referrerPolicy="no-referrer"
        />
      ) : (
        <Code value={address ?? account} label={label} />
      )}
      <div>
        <strong>{platform}</strong>
        {account && (
          <span>
            {account}
            <CopyButton text={account} name={account} />
          </span>
        )}
        {address && (
          <a
            className="button"
            href={addressWithText(address, details)}
            target="_blank"
            rel="noreferrer"
            onClick={() => void copyText(details)}
          >
            {t('contactSupport.openPlatform', { platform })}
          </a>
        )}
      </div>
    </li>
  )
}

/** In place of contacts that can't be loaded: a phone may have a network of its own. */
function ContactPage() {
  const address = contactPageAddress()
  return (
    <div className="contact-page" role="alert">
      <Code value={address} label={t('contactSupport.siteCode')} />
      <p>
        {t('contactSupport.failed')}{' '}
        <a className="app-link" href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </p>
    </div>
  )
}

/** CSS pixels. */
const codeSize = 96

const Code = ({ value, label }: { value: string; label: string }) => (
  <QRCodeSVG
    value={value}
    size={codeSize}
    marginSize={2}
    fgColor="#101828"
    role="img"
    aria-label={label}
  />
)

const nameOfPlatform = (platform: string) =>
  hasMessage(`platforms.${platform}`) ? messageOf(`platforms.${platform}`) : platform
