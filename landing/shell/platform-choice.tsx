/** Platform select of the contact verification (7.1). */
import { platformName } from '#landing/shell/contacts.ts'
import { useSiteData } from '#landing/site-data.ts'
import { t } from '#landing/messages.ts'

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
