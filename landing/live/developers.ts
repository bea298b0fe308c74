/** Controls of the page for developers: the client of the samples, the key, copying, trying it. */
import { copyText } from '#client/browser.ts'
import { browserStore } from '#client/storage.ts'
import { curlCall, keyPlaceholder } from '#landing/developers/samples.ts'
import { showShortMessage } from '#landing/live/messages.ts'
import { interpolate } from '#locales/messages.ts'

/** Storage key of the client whose code was chosen last. */
const clientKey = 'codeClient'

/** Only in memory: it is neither stored nor sent anywhere but to the API. */
let key = ''

/** Restores the chosen client, and names the origin that the reader has opened in the code. */
export function prepareCode(): void {
  for (const part of document.querySelectorAll('[data-variable=origin]'))
    part.textContent = location.origin
  showRequest()
  const client = browserStore.get(clientKey)
  if (client !== null) checkClient(client)
}

/** Shows the code of the client in all samples, and remembers the choice. */
export function chooseClient(element: HTMLElement): void {
  const { value } = element as HTMLInputElement
  browserStore.set(clientKey, value)
  checkClient(value)
}

function checkClient(name: string): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[data-act=client]'))
    radio.checked = radio.value === name || (radio.checked && !isClient(name))
}

const isClient = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>('input[data-act=client]')].some(
    ({ value }) => value === name,
  )

/** Puts the key into the code, and into the other fields for it. */
export function enterKey(value: string): void {
  key = value.trim()
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-act=key]'))
    if (input.value.trim() !== key) input.value = key
  for (const part of document.querySelectorAll('[data-variable=key]'))
    part.textContent = key || keyPlaceholder
  showRequest()
}

/** Milliseconds. */
const copiedDuration = 2_000

export async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.parentElement!.querySelector('pre')!.textContent
  const isCopied = await copyText(code)
  showShortMessage(button.dataset[isCopied ? 'message' : 'failed']!)
  if (!isCopied) return
  button.dataset['copied'] = ''
  setTimeout(() => delete button.dataset['copied'], copiedDuration)
}

const valueOf = (id: string) => (document.getElementById(id) as HTMLInputElement).value

const readCall = () => ({
  origin: location.origin,
  text: valueOf('try-text').trim(),
  target: valueOf('try-target'),
})

/** Shows what the form sends as a command. */
export function showRequest(): void {
  const request = document.getElementById('try-request')
  if (request) request.textContent = curlCall(readCall(), key || keyPlaceholder)
}

type Answer = {
  message?: string
  translations?: { text: string; detected_source_language: string; billed_characters: number }[]
}

/** Translates the text with the key, and shows the translation or what was wrong. */
export async function tryTranslation(form: HTMLElement): Promise<void> {
  const failed = document.getElementById('try-failed')!
  const submit = form.querySelector<HTMLButtonElement>('[type=submit]')!
  const { text, target } = readCall()
  const missing = key ? (text ? undefined : 'text') : 'key'
  markField('key', missing === 'key')
  markField('text', missing === 'text')
  if (submit.getAttribute('aria-disabled') === 'true') return
  failed.textContent = missing ? (failed.dataset[missing === 'key' ? 'noKey' : 'noText'] ?? '') : ''
  if (missing) return document.getElementById(`try-${missing}`)!.focus()
  const label = submit.textContent
  submit.textContent = submit.dataset['busy']!
  submit.setAttribute('aria-disabled', 'true')
  try {
    // Encoded, since `fetch` throws for a header with other characters than a key has.
    const response = await fetch('/v2/translate', {
      method: 'POST',
      headers: {
        authorization: `DeepL-Auth-Key ${encodeURIComponent(key)}`,
        'content-type': 'application/json',
        'accept-language': document.documentElement.lang,
      },
      body: JSON.stringify({ text: [text], target_lang: target, show_billed_characters: true }),
    })
    const { translations, message } = (await response.json()) as Answer
    if (translations) showAnswer(translations[0]!)
    else failed.textContent = `${response.status} · ${message}`
  } catch {
    failed.textContent = failed.dataset['message']!
  } finally {
    submit.textContent = label
    submit.removeAttribute('aria-disabled')
  }
}

function showAnswer(answer: NonNullable<Answer['translations']>[number]): void {
  document.querySelector<HTMLElement>('.try-answer')!.dataset['answered'] = ''
  document.getElementById('try-translation')!.textContent = answer.text
  const billed = document.getElementById('try-billed')!
  billed.textContent = interpolate(billed.dataset['sentence']!, {
    source: answer.detected_source_language,
    characters: answer.billed_characters,
  })
}

function markField(name: 'key' | 'text', isEmpty: boolean): void {
  const field = document.getElementById(`try-${name}`)!
  if (isEmpty) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', 'try-failed')
  } else {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
  }
}
