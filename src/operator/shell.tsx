/** Frame of the operators' pages: the console's shell with its own brand and account menu. */
import { useGetIdentity } from '@refinedev/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageModel } from '#console/engine/page-model.ts'
import { messageOf, t as common } from '#console/refine/i18n.ts'
import { ThemeOptions } from '#console/shell/account-menu.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { Disclosure } from '#console/ui/overlays.tsx'
import { Logo } from '#ui/logo.tsx'
import { homePath, signOutOperator } from '#operator/auth.ts'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/shell.ts'
import './sign-in.css'
import './shell.css'

const t = messagesOf<typeof zh>()

/** Reloads the operator once, since the cached one may predate a change of role. */
export function OperatorShell({
  pages,
  children,
}: {
  pages: readonly PageModel[]
  children: ReactNode
}) {
  useGetIdentity()
  return (
    <div className="operator-console">
      <Shell pages={pages} brand={<Brand />} tools={<AccountMenu pages={pages} />}>
        {children}
      </Shell>
    </div>
  )
}

function Brand() {
  const product = common('product.name')
  return (
    <Link className="brand operator-brand" to={homePath}>
      <Logo size={28} />
      <span>{product}</span> <b>{t('operator.console')}</b>
    </Link>
  )
}

/** Name and role, change password, theme and sign-out. */
function AccountMenu({ pages }: { pages: readonly PageModel[] }) {
  const me = useCurrentOperator()
  const [isLeaving, setLeaving] = useState(false)
  const name = me?.name ?? ''
  const label = (
    <>
      <span className="visually-hidden">{common('shell.account')} </span>
      <span
        className="account-initial"
        data-initial={String.fromCodePoint(name.codePointAt(0) ?? 0x20).toLocaleUpperCase()}
      />
      <span className="account-name">{name}</span>
      {me && <span className="tag account-role">{messageOf(`codes.operatorRole.${me.role}`)}</span>}
    </>
  )
  const signOut = () => {
    setLeaving(true)
    void signOutOperator()
  }
  return (
    <Disclosure className="account-menu" label={label}>
      {me && (
        <p className="account-identity">
          <strong>{name}</strong>{' '}
          <span className="tag">{messageOf(`codes.operatorRole.${me.role}`)}</span>
          <br />
          {me.email}
        </p>
      )}
      <ul>
        {pages
          .filter((page) => page.name === 'changePassword')
          .map((page) => (
            <li key={page.name}>
              <Link className="account-item" to={`/${page.route}`}>
                {messageOf(page.title)}
              </Link>
            </li>
          ))}
      </ul>
      <ThemeOptions />
      <button type="button" className="account-item" disabled={isLeaving} onClick={signOut}>
        {common('shell.signOut')}
      </button>
    </Disclosure>
  )
}
