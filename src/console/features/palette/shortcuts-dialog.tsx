/** Keyboard shortcuts, and the preference for those of single keys. */
import { useState, type ReactNode } from 'react'
import { hasCommandKey } from '#client/browser.ts'
import { messageOf } from '#console/refine/i18n.ts'
import type { PageModel } from '#console/engine/page-model.ts'
import { Switch } from '#console/engine/fields/switch.tsx'
import { t } from '#console/features/palette/messages.ts'
import { areSingleKeysOn, setSingleKeys } from '#console/shell/palette-storage.ts'
import { Dialog } from '#console/ui/overlays.tsx'

type Props = {
  /** That the user may open. */
  pages: readonly PageModel[]
  pageKeys: Readonly<Record<string, string>>
  close: () => void
}

export function ShortcutsDialog({ pages, pageKeys, close }: Props) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const change = (on: boolean) => {
    setSingleKeys(on)
    setOn(on)
  }
  const keyedPages = Object.entries(pageKeys).flatMap(([key, name]) =>
    pages.filter((page) => page.name === name).map((page) => ({ key, page })),
  )
  return (
    <Dialog shape="modal" title={t('shortcuts.title')} onClose={close}>
      <div className="shortcuts">
        <Shortcuts title={t('shortcuts.anywhere')}>
          <Shortcut
            keys={hasCommandKey() ? ['⌘', 'K'] : ['Ctrl', 'K']}
            text={t('shortcuts.palette')}
          />
          <Shortcut keys={['F6']} text={t('shortcuts.message')} />
        </Shortcuts>
        <div className="shortcuts-single" data-off={!isOn || undefined}>
          <Shortcuts title={t('shortcuts.outside')}>
            <Shortcut keys={['/']} text={t('shortcuts.search')} />
            <Shortcut keys={['?']} text={t('shortcuts.help')} />
          </Shortcuts>
          <Shortcuts title={t('shortcuts.pages')}>
            {keyedPages.map(({ key, page }) => (
              <Shortcut
                key={key}
                keys={['G', key.toUpperCase()]}
                isSequence
                text={messageOf(page.title)}
              />
            ))}
          </Shortcuts>
        </div>
        <div className="shortcuts-switch">
          <span>
            <label htmlFor="single-keys">{t('shortcuts.singleKeys')}</label>
            <small id="single-keys-help">{t('shortcuts.singleKeysHelp')}</small>
          </span>
          <Switch
            id="single-keys"
            isOn={isOn}
            onSwitch={(flag) => change(flag === 1)}
            aria-describedby="single-keys-help"
          />
        </div>
      </div>
    </Dialog>
  )
}

const Shortcuts = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <dl>{children}</dl>
  </section>
)

type ShortcutProps = { keys: readonly string[]; text: string; isSequence?: boolean }

function Shortcut({ keys, text, isSequence = false }: ShortcutProps) {
  const [first = '', second = ''] = keys
  return (
    <div>
      <dt>{text}</dt>
      <dd>
        {isSequence && (
          <span className="visually-hidden">{t('shortcuts.sequence', { first, second })}</span>
        )}
        <span className="palette-keys" aria-hidden={isSequence || undefined}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </dd>
    </div>
  )
}
