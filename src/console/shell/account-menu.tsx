/** Account menu of the header (spec 2.23), and the theme options. */
import { useLogout } from '@refinedev/core'
import { Link } from 'react-router'
import { t, messageOf } from '#console/refine/i18n.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { Disclosure } from '#console/ui/overlays.tsx'
import { isReadOnly } from '#console/refine/read-only.ts'
import { displayName } from '#client/display-name.ts'
import { setPageMessage } from '#client/page-message.ts'
import { isMain } from '#contract/roles.ts'
import { useState } from 'react'
import { setTheme, themeChoice, type ThemeChoice } from '#ui/theme.ts'
import { DarkIcon, LightIcon, SystemIcon } from '#ui/icons.tsx'

/** Pages linked from this menu, if they exist. */
const linkedRoutes: readonly PageModel['route'][] = [
  'UserCenterIndex',
  ...(isReadOnly ? [] : (['UserCenterChangePassword'] as const)),
]

export function AccountMenu({ pages }: { pages: readonly PageModel[] }) {
  const me = useCurrentUser()
  const { mutate: signOut, isPending } = useLogout()
  const name = displayName(me ?? {})
  const label = (
    <>
      <span className="visually-hidden">{t('shell.account')} </span>
      <span
        className="account-initial"
        data-initial={String.fromCodePoint(name.codePointAt(0) ?? 0x20).toLocaleUpperCase()}
      />
      <span className="account-name">{name}</span>
    </>
  )
  return (
    <Disclosure className="account-menu" label={label}>
      {me && (
        <p className="account-identity">
          <strong>{name}</strong>{' '}
          <span className="tag">{t(isMain(me) ? 'overview.main' : 'overview.sub')}</span>
          <br />
          {me.account}
        </p>
      )}
      <ul>
        {linkedRoutes
          .flatMap((route) => pages.filter((page) => page.route === route))
          .map((page) => (
            <li key={page.name}>
              <Link className="account-item" to={`/${page.route}`}>
                {page.route === 'UserCenterIndex' ? t('shell.userCentre') : messageOf(page.title)}
              </Link>
            </li>
          ))}
      </ul>
      <ThemeOptions />
      {!isReadOnly && (
        <button
          type="button"
          className="account-item"
          disabled={isPending}
          onClick={() =>
            // The public page that follows shows a message.
            signOut(undefined, { onSuccess: () => setPageMessage({ kind: 'signedOut' }) })
          }
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

export function ThemeOptions() {
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
