/** Switch for a boolean field, with an optimistic update that is reverted on failure. */
import { useState } from 'react'
import { Switch } from '#console/engine/fields/switch.tsx'
import { t, word } from '#console/refine/i18n.ts'
import { valueAt } from '#console/engine/build-fields.ts'
import type { Column, Toggle } from '#console/engine/page-model.ts'
import type { Row } from '#console/engine/resource.ts'
import type { Actions } from '#console/engine/list/use-actions.ts'

type Props = { column: Column; toggle: Toggle; row: Row; name: string; flip: Actions['flip'] }

export function ToggleCell({ column, toggle, row, name, flip }: Props) {
  const [ahead, setAhead] = useState<0 | 1>()
  const on = (ahead ?? valueAt(row, toggle.field)) === 1
  const change = async (to: 0 | 1) => {
    await flip(toggle, row, to, () => setAhead(to))
    setAhead(undefined)
  }
  return (
    <Switch
      on={on}
      disabled={ahead !== undefined}
      aria-label={t('pages.list.actionOf', { action: word(column.label), name })}
      title={word(toggle.messages(on ? 0 : 1).action)}
      onFlip={(to) => void change(to)}
    />
  )
}
