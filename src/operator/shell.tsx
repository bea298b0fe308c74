/** Frame of the operators' pages: the console's shell with its own brand and account menu. */
import { useGetIdentity } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageModel } from '#console/engine/page-model.ts'
import { messageOf, t as common } from '#console/refine/i18n.ts'
import { exits } from '#console/refine/router.ts'
import { CommandButton } from '#console/shell/command-button.tsx'
import { UserMenu } from '#console/shell/account-menu.tsx'
import { Shell } from '#console/shell/shell.tsx'
import { Logo } from '#ui/logo.tsx'
import { useCurrentOperator } from '#operator/current-operator.ts'
import { messagesOf } from '#operator/i18n.ts'
import type { zh } from '#locales/operator/shell.ts'
import './sign-in.css'
import './shell.css'

const t = messagesOf<typeof zh>()

const loadPalette = () => import('#operator/palette.ts')

export const homePath = '/operator'

/** Reloads the operator once, since the cached one may predate a change of role. */
export function OperatorShell({
  pages,
  children,
}: {
  pages: readonly PageModel[]
  children: ReactNode
}) {
  // Its parts subscribe to the operator by themselves.
  useGetIdentity({ queryOptions: { notifyOnChangeProps: [] } })
  return (
    <div className="operator-console">
      <Shell
        pages={pages}
        brand={<Brand />}
        tools={
          <>
            <CommandButton pages={pages} loadConfig={loadPalette} />
            <AccountMenu pages={pages} />
          </>
        }
      >
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

function AccountMenu({ pages }: { pages: readonly PageModel[] }) {
  const me = useCurrentOperator()
  return (
    <UserMenu
      user={me && { ...me, tag: messageOf(`codes.operatorRole.${me.role}`) }}
      isTagInHeader
      links={pages
        .filter((page) => page.name === 'changePassword')
        .map(({ route, title }) => ({ route, text: messageOf(title) }))}
      onSignedOut={() => exits.replace(homePath)}
    />
  )
}
