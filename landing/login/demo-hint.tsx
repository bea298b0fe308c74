/** Credentials of the demo account, shown only in demo mode (`data-mode`). */
import { t } from '#landing/messages.ts'

const demoAccount = { account: 'demo@example.com', password: 'demo123456' }

export function DemoHint({ fill }: { fill: (account: typeof demoAccount) => void }) {
  if (document.documentElement.dataset['mode'] !== 'demo') return null
  return (
    <aside className="demo" aria-label={t('landing.demo.title')}>
      <p>{t('landing.demo.text')}</p>
      <button className="button" type="button" onClick={() => fill(demoAccount)}>
        {t('landing.demo.fill')}
      </button>
    </aside>
  )
}
