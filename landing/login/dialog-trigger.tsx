/** Link-styled button that loads and opens a dialog. */
import { useState, type ReactNode } from 'react'
import { t } from '#landing/messages.ts'

type Props = { children: string; load: (close: () => void) => Promise<ReactNode> }

export function DialogTrigger({ children, load }: Props) {
  const [shown, setShown] = useState<ReactNode>()

  async function open() {
    const failed = <span role="alert"> {t('failures.unreachable.network')}</span>
    setShown(await load(() => setShown(null)).catch(() => failed))
  }

  return (
    <>
      <button className="link" type="button" onClick={() => void open()}>
        {children}
      </button>
      {shown}
    </>
  )
}
