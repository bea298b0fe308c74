/** Switch above the keys by which a main account lets its sub-accounts have keys of their own. */
import { useState } from 'react'
import { call } from '#client/api/call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { Switch } from '#console/engine/fields/switch.tsx'
import { useCanUse } from '#console/refine/capabilities.ts'
import { useCurrentUser } from '#console/refine/current-user.ts'
import { t } from '#console/refine/i18n.ts'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { apiKeys } from '#contract/api-keys.ts'
import './allow-sub-accounts.css'

export default function AllowSubAccounts() {
  const canUse = useCanUse()
  const me = useCurrentUser()
  const { ask, dialog } = useConfirm()
  const [optimistic, setOptimistic] = useState<0 | 1>()
  if (!me || !canUse(apiKeys.calls.allowSubAccounts)) return null

  const save = async (allowed: 0 | 1) => {
    setOptimistic(allowed)
    try {
      await call(apiKeys.calls.allowSubAccounts, { allowed })
      await loadUser()
      notifyDone(t(`apiKeys.allowed.${allowed === 1 ? 'on' : 'off'}`))
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setOptimistic(undefined)
    }
  }
  const change = (allowed: 0 | 1) =>
    allowed === 1
      ? save(1)
      : ask({
          text: t('apiKeys.disallow'),
          confirmLabel: t('apiKeys.turnOff'),
          danger: true,
          onConfirm: () => save(0),
        })

  return (
    <label className="allow-sub-accounts">
      <Switch
        isOn={(optimistic ?? me.subAccountKeys) === 1}
        isBusy={optimistic !== undefined}
        onSwitch={(allowed) => void change(allowed)}
      />
      {t('apiKeys.allow')}
      {dialog}
    </label>
  )
}
