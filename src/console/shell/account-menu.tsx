/** Account menu of the header (spec 2.23), and the theme options. */
import { useLogout } from '@refinedev/core'
import { Link } from 'react-router'
import { t, messageOf } from '#console/refine/i18n.ts'
import { kindOfAccount, useCurrentUser } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { Disclosure } from '#console/ui/overlays.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { exits } from '#console/refine/router.ts'
import { displayName } from '#client/display-name.ts'
import { setPageMessage } from '#client/page-message.ts'
import { useState } from 'react'
import { runCommand } from '#console/shell/command-button.tsx'
import { setTheme, themeChoice, type ThemeChoice } from '#ui/theme.ts'
import { DarkIcon, LightIcon, SystemIcon } from '#ui/icons.tsx'

/** Pages linked from this menu, if they exist. */
const linkedRoutes: readonly PageModel['route'][] = [
  'UserCenterIndex',
  ...(isReadOnly ? [] : (['UserCenterChangePassword'] as const)),
]

export function AccountMenu({ pages }: { pages: readonly PageModel[] }) {
  const me = useCurrentUser()
  return (
    <UserMenu
      user={
        me && {
          name: displayName(me),
          tag: kindOfAccount(me),
          email: me.account,
        }
      }
      links={linkedRoutes
        .flatMap((route) => pages.filter((page) => page.route === route))
        .map((page) => ({
          route: page.route,
          text: page.route === 'UserCenterIndex' ? t('shell.userCentre') : messageOf(page.title),
        }))}
      onSignedOut={isReadOnly ? undefined : leaveForHome}
    />
  )
}

function leaveForHome() {
  // The public page that follows shows a message.
  setPageMessage({ kind: 'signedOut' })
  exits.assign('/home')
}

type UserMenuProps = {
  /** Null until loaded. `tag` says what the user is. */
  user: { name: string; tag: string; email: string } | null
  /** Shows the tag in the header too. */
  isTagInHeader?: boolean
  links: readonly { route: string; text: string }[]
  /** Leaves the page after signing out. Without it the menu has no such button. */
  onSignedOut: (() => void) | undefined
}

/** Menu of the signed-in customer or operator. */
export function UserMenu({ user, isTagInHeader = false, links, onSignedOut }: UserMenuProps) {
  const { mutate: signOut, isPending } = useLogout()
  const { name = '' } = user ?? {}
  const label = (
    <>
      <span className="visually-hidden">{t('shell.account')} </span>
      <span
        className="account-initial"
        data-initial={String.fromCodePoint(name.codePointAt(0) ?? 0x20).toLocaleUpperCase()}
      />
      <span className="account-name">{name}</span>
      {user && isTagInHeader && <span className="tag account-role">{user.tag}</span>}
    </>
  )
  return (
    <Disclosure className="account-menu" label={label}>
      {user && (
        <p className="account-identity">
          <strong>{name}</strong> <span className="tag">{user.tag}</span>
          <br />
          {user.email}
        </p>
      )}
      <ul>
        {links.map(({ route, text }) => (
          <li key={route}>
            <Link className="account-item" to={`/${route}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
      <ThemeOptions />
      <button
        type="button"
        className="account-item"
        onClick={() => runCommand({ name: 'shortcuts' })}
      >
        {t('shell.shortcuts')}
      </button>
      {onSignedOut && (
        <button
          type="button"
          className="account-item"
          disabled={isPending}
          onClick={() => signOut(undefined, { onSuccess: onSignedOut })}
        >
          {t('shell.signOut')}
        </button>
      )}
    </Disclosure>
  )
}

const themeOptions = [
  ['light', LightIcon],
  ['dark', DarkIcon],
  ['system', SystemIcon],
] as const

function ThemeOptions() {
  const [chosen, setChosen] = useState(themeChoice)
  const choose = (choice: ThemeChoice) => {
    setTheme(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="theme-choice">
      <legend>{t('shell.theme.title')}</legend>
      <div>
        {themeOptions.map(([choice, Icon]) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={choice === chosen}
              onChange={() => choose(choice)}
            />
            <Icon />
            {t(`shell.theme.${choice}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
