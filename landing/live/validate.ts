/** Verifies with the server that a contact is official, and shows the result (spec 5.11, 8.6). */
import { call } from '#client/api/call.ts'
import { customerService } from '#contract/site.ts'
import { interpolate } from '#locales/messages.ts'
import { WireError } from '#contract/failure.ts'
import { clearMessage, failureMessageOf, showEmbeddedMessage } from '#landing/live/messages.ts'

const fieldNames = ['platform', 'account'] as const

/** Marks empty fields instead of sending the request. */
export async function validateContact(form: HTMLFormElement): Promise<void> {
  const input = Object.fromEntries(
    fieldNames.map((name) => [name, fieldOf(form, name).value.trim()]),
  ) as Record<(typeof fieldNames)[number], string>
  clearMessage(failureMessageOf(form))
  for (const name of fieldNames) markField(form, name, !input[name])
  const firstEmpty = fieldNames.find((name) => !input[name])
  if (firstEmpty) return fieldOf(form, firstEmpty).focus()
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!
  if (submit.getAttribute('aria-disabled') === 'true') return
  const label = submit.textContent
  submit.textContent = submit.dataset['busy']!
  submit.setAttribute('aria-disabled', 'true')
  try {
    showResult(form, input, Boolean(await call(customerService.validate, input, { quiet: true })))
  } catch (error) {
    // Some backends refuse instead of answering no (spec 8.1).
    if (
      error instanceof WireError &&
      error.failure.kind === 'refused' &&
      error.failure.code === undefined
    )
      showResult(form, input, false)
    else showEmbeddedMessage(failureMessageOf(form))
  } finally {
    submit.textContent = label
    submit.removeAttribute('aria-disabled')
  }
}

function showResult(form: HTMLFormElement, input: Record<string, string>, isOfficial: boolean) {
  const dialog = form.closest('dialog')!
  const message = dialog.querySelector<HTMLElement>(isOfficial ? '.validate-yes' : '.validate-no')!
  const sentence = message.querySelector<HTMLElement>('[data-sentence]')!
  const platform = (fieldOf(form, 'platform') as HTMLSelectElement).selectedOptions[0]!.text
  sentence.textContent = interpolate(sentence.dataset['sentence']!, { ...input, platform })
  dialog.dataset['state'] = isOfficial ? 'yes' : 'no'
  message.querySelector('h2')!.focus()
}

/** Shows or clears the error of an empty field. */
function markField(form: HTMLFormElement, name: string, isEmpty: boolean) {
  const input = fieldOf(form, name)
  const text = document.getElementById(`validate-${name}-message`)!
  if (isEmpty) {
    showEmbeddedMessage(text)
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', text.id)
  } else {
    clearMessage(text)
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
}

const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
