/** Loads the code of what a control opens before it is pressed. */

/**
 * Attributes of the control: the pointer or the focus on it starts the loading. A failure is
 * reported by what opens, which loads again.
 */
export function preloadOnIntent(load: () => Promise<unknown>) {
  const start = () => void load().catch(() => undefined)
  return { onPointerEnter: start, onFocus: start }
}
