/**
 * The pages that the server in the browser writes itself, the sandbox's cashier, shown where no
 * server can be asked for a page.
 */
import type { Fetch } from '#mocks/handlers.ts'
import { ours } from '#mocks/ours.ts'

const isServers = (address: URL) =>
  address.origin === location.origin && address.pathname.startsWith('/pay/')

/**
 * Shows the page at this address, when it is one of the server's; then it never resolves, because
 * nothing else is to be drawn.
 */
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

/**
 * A form that the console posts to our own server leads there too, though nobody listens on the
 * network.
 */
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
