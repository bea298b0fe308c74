/** Shows HTML pages of the in-browser server: the sandbox cashier. */
import type { Fetch } from '#mocks/handlers.ts'
import { ours } from '#mocks/ours.ts'

const isServers = (address: URL) =>
  address.origin === location.origin && address.pathname.startsWith('/pay/')

/** Shows the server page of this address; then never resolves, so that nothing else is rendered. */
export async function showServersPage(fetch: Fetch): Promise<void> {
  if (!isServers(new URL(location.href))) return
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    event.preventDefault()
    void show(fetch, posted(form))
  })
  await show(fetch, asked(location.href))
  await new Promise(() => {})
}

/** Redirects forms posted to our server to the in-browser server. */
export function takePostedForms(fetch: Fetch): void {
  const submit = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'submit')!.value as (
    this: HTMLFormElement,
  ) => void
  HTMLFormElement.prototype.submit = function () {
    if (!isServers(new URL(this.action))) return submit.call(this)
    void fetch(posted(this)).then((response) =>
      location.assign(response.headers.get('location') ?? this.action),
    )
  }
}

async function show(fetch: Fetch, request: Request): Promise<void> {
  const page = new DOMParser().parseFromString(
    ours.createHTML(await (await fetch(request)).text()),
    'text/html',
  )
  document.documentElement.replaceWith(document.adoptNode(page.documentElement))
}

const language = () => ({ 'accept-language': document.documentElement.lang })
const asked = (url: string) => new Request(url, { headers: language() })

function posted(form: HTMLFormElement): Request {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return new Request(form.action, {
    method: 'POST',
    headers: language(),
    body: new URLSearchParams(fields),
  })
}
