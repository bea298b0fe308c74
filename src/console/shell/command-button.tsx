/** Button and keyboard shortcuts of the command palette, whose code loads at the first use. */
import {
  createElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentType,
} from 'react'
import type { PageModel } from '#console/engine/page-model.ts'
import type { PaletteConfig, PaletteHostProps } from '#console/features/palette/palette-config.ts'
import { addMessages, t } from '#console/refine/i18n.ts'
import { areSingleKeysOn, clearRecent } from '#console/shell/palette-storage.ts'
import { preloadOnIntent } from '#console/ui/preload-on-intent.ts'
import { onSessionChange } from '#client/session/session.ts'
import { hasCommandKey } from '#client/browser.ts'
import { language } from '#client/i18n/language.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { showToast } from '#ui/toasts.tsx'

/** `go`: to the page of a key, pressed after `g`. */
export type Command = { name: 'palette' } | { name: 'shortcuts' } | { name: 'go'; key: string }

let listener: ((command: Command) => void) | undefined

/** Opens the palette or the list of shortcuts of the console. */
export const runCommand = (command: Command): void => listener?.(command)

type Props = {
  pages: readonly PageModel[]
  loadConfig: () => Promise<{ readonly default: PaletteConfig }>
}

export function CommandButton({ pages, loadConfig }: Props) {
  const [command, setCommand] = useState<Command>()
  const [Host, setHost] = useState<ComponentType<PaletteHostProps>>()
  const [config, setConfig] = useState<PaletteConfig>()
  /** Typed while the palette loads, which then begins with it. */
  const [typed, setTyped] = useState('')
  const load = async () => {
    if (Host) return
    const [host, { default: loadedConfig }] = await Promise.all([loadHost(), loadConfig()])
    setConfig(loadedConfig)
    setHost(() => host)
  }
  const run = useEffectEvent((next: Command) => {
    setTyped('')
    setCommand(next)
    load().catch(() => {
      setCommand(undefined)
      const text = t('shell.namedPartFailed', { name: t('shell.find') })
      showToast({ key: 'palette', tone: 'error', text })
    })
  })
  const keepTyped = useEffectEvent((event: KeyboardEvent) => {
    if (command?.name !== 'palette' || Host) return false
    if (event.key.length === 1) {
      setTyped((before) => before + event.key)
      event.preventDefault()
    }
    return true
  })
  // A layout effect, so that the shortcut works from the moment that the button is seen.
  useLayoutEffect(() => {
    listener = run
    const keys = commandKeys(run, keepTyped)
    addEventListener('keydown', keys)
    return () => removeEventListener('keydown', keys)
  }, [])
  useEffect(() => {
    const unsubscribe = onSessionChange(({ state }) => {
      if (state === 'signedOut' || state === 'switched') clearRecent()
    })
    return unsubscribe
  }, [])
  return (
    <>
      <button
        type="button"
        className="command-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={hasCommandKey() ? 'Meta+K' : 'Control+K'}
        onClick={() => runCommand({ name: 'palette' })}
        {...preloadOnIntent(load)}
      >
        <SearchIcon />
        <span>{t('shell.find')}</span>
        <kbd aria-hidden="true">{hasCommandKey() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {Host &&
        config &&
        command &&
        createElement(Host, {
          pages,
          config,
          command,
          typed,
          close: () => setCommand(undefined),
        })}
    </>
  )
}

async function loadHost(): Promise<ComponentType<PaletteHostProps>> {
  const [{ PaletteHost }, { messages }] = await Promise.all([
    import('#console/features/palette/palette-host.tsx'),
    language() === 'zh'
      ? import('#locales/load/palette-zh.ts')
      : import('#locales/load/palette-en.ts'),
  ])
  addMessages({ palette: messages })
  return PaletteHost
}

/** Milliseconds within which the second key of a pair is pressed. */
const pairTime = 2_000

/**
 * Listens for Ctrl K, of Apple's keyboards Command K, and for single keys where nothing is typed or
 * chosen by them: fields, lists, popovers and dialogs.
 */
function commandKeys(
  run: (command: Command) => void,
  keepTyped: (event: KeyboardEvent) => boolean,
) {
  let pairUntil = 0
  return (event: KeyboardEvent) => {
    if (keepTyped(event)) return
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]'))
      return
    if (
      (hasCommandKey() ? metaKey : ctrlKey) &&
      !altKey &&
      !shiftKey &&
      key.toLowerCase() === 'k'
    ) {
      event.preventDefault()
      return run({ name: 'palette' })
    }
    if (ctrlKey || metaKey || altKey || !areSingleKeysOn() || isTypedInto(target)) return
    const isSecond = event.timeStamp < pairUntil
    pairUntil = 0
    if (isSecond && /^[a-z]$/.test(key)) run({ name: 'go', key })
    else if (key === 'g') pairUntil = event.timeStamp + pairTime
    else if (key === '?' || key === '？') run({ name: 'shortcuts' })
    else if (key === '/') {
      event.preventDefault()
      const search = document.querySelector<HTMLInputElement>('#content input[type="search"]')
      if (search) search.focus()
      else run({ name: 'palette' })
    }
  }
}

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [popover]',
  ) !== null
