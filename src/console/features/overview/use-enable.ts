/** Enables a disabled sub-account after a confirmation (spec 2.29). */
import type { ReactNode } from 'react'
import { call } from '#client/api/call.ts'
import { useConfirm } from '#console/engine/confirm.tsx'
import { notifyDone, notifyFailure } from '#console/refine/notification.ts'
import { t } from '#console/refine/i18n.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import type { UsagePerson } from '#contract/usage.ts'

type Person = Pick<UsagePerson, 'userId' | 'account'>

/** `enable` asks first, and reports a failure itself; then `refresh` is called. */
export function useEnable(refresh: () => void): {
  enable: (person: Person) => void
  dialog: ReactNode
} {
  const { ask, dialog } = useConfirm()
  const enable = ({ userId, account }: Person) =>
    void ask({
      text: t('resources.subAccounts.confirm.changeEnabled.on', { name: account ?? '' }),
      confirmLabel: t('resources.subAccounts.actions.changeEnabled.on'),
      danger: false,
      onConfirm: async () => {
        try {
          await call(subAccounts.changeEnabled, { userId, enabled: 1 })
        } catch (error) {
          notifyFailure(error)
          return false
        }
        notifyDone(t('resources.subAccounts.done.changeEnabled.on'))
        refresh()
        return true
      },
    })
  return { enable, dialog }
}
