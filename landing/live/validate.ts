/** Verifies with the server that a contact is official, and shows the result (5.11, 8.6). */
import { call } from '#client/api/call.ts'
import { customerService } from '#contract/site.ts'
import { interpolate } from '#locales/messages.ts'
import { WireError } from '#contract/failure.ts'
import { showEmbedded, showUnchecked } from '#landing/live/messages.ts'

const items = ['platform', 'account'] as const

/** Marks empty fields instead of sending the request. */
export async function validate(form: HTMLFormElement): Promise<void> {
  const input = Object.fromEntries(
    items.map((name) => [name, item(form, name).value.trim()]),
  ) as Record<(typeof items)[number], string>
  showUnchecked(form, false)
  const empty = items.filter((name) => !input[name])
  for (const name of items) markItem(form, name, empty.includes(name))
  if (empty.length > 0) return item(form, empty[0]!).focus()
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!
  if (submit.getAttribute('aria-disabled') === 'true') return
  const label = submit.textContent
  submit.textContent = submit.dataset['busy']!
  submit.setAttribute('aria-disabled', 'true')
  try {
    answer(form, input, Boolean(await call(customerService.validate, input, { quiet: true })))
  } catch (error) {
    // Some backends refuse instead of answering no (8.1).
    if (
      error instanceof WireError &&
      error.failure.kind === 'refused' &&
      error.failure.code === undefined
    )
      answer(form, input, false)
    else showUnchecked(form, true)
  } finally {
    submit.textContent = label
    submit.removeAttribute('aria-disabled')
  }
}

function answer(form: HTMLFormElement, input: Record<string, string>, ours: boolean) {
  const dialog = form.closest('dialog')!
  const shown = dialog.querySelector<HTMLElement>(ours ? '.validate-yes' : '.validate-no')!
  const sentence = shown.querySelector<HTMLElement>('[data-sentence]')!
  const platform = (item(form, 'platform') as HTMLSelectElement).selectedOptions[0]!.text
  sentence.textContent = interpolate(sentence.dataset['sentence']!, { ...input, platform })
  dialog.dataset['state'] = ours ? 'yes' : 'no'
  shown.querySelector('h2')!.focus()
}

function markItem(form: HTMLFormElement, name: string, wrong: boolean) {
  const input = item(form, name)
  const text = document.getElementById(`validate-${name}-message`)!
  showEmbedded(text, wrong)
  if (wrong) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  if (wrong) input.setAttribute('aria-describedby', text.id)
  else input.removeAttribute('aria-describedby')
}

const item = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
