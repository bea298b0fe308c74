/** Events that user-event does not cause: of the browser and of input methods. */
// oxlint-disable-next-line no-restricted-imports -- for events that no user causes
import { fireEvent } from '@testing-library/react'

type Properties = { key?: string; persisted?: boolean }

/** Fires an event at the window, as for a change of storage in another tab. */
export function fireWindowEvent(
  type:
    | 'afterprint'
    | 'beforeprint'
    | 'offline'
    | 'online'
    | 'pagehide'
    | 'pageshow'
    | 'popstate'
    | 'storage',
  properties: Properties = {},
): void {
  fireEvent(window, Object.assign(new Event(type), properties))
}

export function fireVisibilityChange(): void {
  fireEvent(document, new Event('visibilitychange'))
}

/** Presses a key that belongs to an input method, which user-event does not simulate. */
export function pressWhileComposing(field: HTMLElement, key: string): void {
  fireEvent.keyDown(field, { key, isComposing: true })
}

/** Asks a dialog to close, as the back gesture of a phone does. */
export function requestClose(dialog: HTMLElement): void {
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
}
