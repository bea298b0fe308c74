/** Keyboard navigation: tabs to elements, types and presses keys. */
import type { Locator, Page } from '@playwright/test'

/** Waits for the element and presses Tab until it has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let tabs = 0; tabs < 90; tabs += 1) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}.`)
}

export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

export async function pressOn(page: Page, button: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, button)
  await page.keyboard.press(key)
}
