/** Creates DOM elements for what opens before or outside of a React tree. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (text) element.textContent = text
  element.append(...children)
  return element
}
