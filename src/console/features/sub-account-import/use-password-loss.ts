/** Asks before passwords that are shown once are lost, by closing the dialog or leaving the page. */
import { useWarnAboutChange } from '@refinedev/core'
import { useEffect, useState } from 'react'
import { t } from '#console/refine/i18n.ts'

type Options = {
  isWorking: boolean
  /** The sheet is shown, and the passwords are lost unless they are printed, saved or copied. */
  isOnSheet: boolean
  /** They are lost at another step. */
  isLost: boolean
  /** Other input is lost. */
  isDirty?: boolean
}

/** `form`: of the dialog. `keep`: the passwords are printed, saved or copied. */
export function usePasswordLoss({ isWorking, isOnSheet, isLost, isDirty = false }: Options) {
  const { setWarnWhen } = useWarnAboutChange()
  const [isKept, setKept] = useState(false)
  const losesPasswords = isLost || (isOnSheet && !isKept)
  useEffect(() => {
    setWarnWhen(isWorking || losesPasswords)
    return () => setWarnWhen(false)
  }, [setWarnWhen, isWorking, losesPasswords])
  return {
    form: {
      isSaving: isWorking,
      isDirty: () => losesPasswords || isDirty,
      question: losesPasswords
        ? {
            text: t('subAccountImport.sheet.loseAsk'),
            confirmLabel: t('subAccountImport.sheet.lose'),
            cancelLabel: t('subAccountImport.sheet.keep'),
          }
        : undefined,
    },
    keep: () => setKept(true),
  }
}
