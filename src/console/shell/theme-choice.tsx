/** Theme choice: light, dark or system. */
import { useState } from 'react'
import { setTheme, themeChoice, type ThemeChoice as Choice } from '#client/theme.ts'
import { t } from '#console/refine/i18n.ts'
import { DarkIcon, LightIcon, SystemIcon } from '#console/ui/icons.tsx'

const choices = [
  ['light', LightIcon],
  ['dark', DarkIcon],
  ['system', SystemIcon],
] as const

export function ThemeChoice() {
  const [chosen, setChosen] = useState(themeChoice)
  const choose = (choice: Choice) => {
    setTheme(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="theme-choice">
      <legend>{t('shell.theme.title')}</legend>
      <div>
        {choices.map(([choice, Icon]) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              className="unseen"
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
