/** Parses, validates and rebuilds the gateway's HTML form (ALI_NATIVE, spec 4.8). */
import { apiBase } from '#client/api/api-base.ts'
import { trustedTypes } from '#client/trusted-types.ts'
import { alipayHosts, hostsIn } from '#contract/pay-hosts.ts'

export type PayForm = {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** The form was rejected. `host` is its target if that is not allowed. */
export class UnsafeForm extends Error {
  override name = 'UnsafeForm'
  readonly host: string | undefined

  constructor(host?: string) {
    super(host ? `a form for ${host}` : 'no form that can be posted')
    this.host = host
  }
}

/**
 * Hosts that a payment form may target, besides this origin and the API: Alipay, its sandbox and
 * VITE_PAY_HOSTS.
 */
export const payHosts: readonly string[] = [
  ...alipayHosts,
  ...hostsIn(import.meta.env.VITE_PAY_HOSTS),
]

/** The markup is parsed into a separate, inert document and never inserted into the page. */
const parsed = trustedTypes('parsed')

/** Throws UnsafeForm. */
export function readPayForm(text: string, hosts: readonly string[] = payHosts): PayForm {
  const forms = new DOMParser().parseFromString(parsed(text), 'text/html').querySelectorAll('form')
  const [form] = forms
  const action = form?.getAttribute('action') ?? ''
  if (
    !form ||
    forms.length > 1 ||
    form.getAttribute('method')?.trim().toLowerCase() !== 'post' ||
    !URL.canParse(action)
  )
    throw new UnsafeForm()
  const url = new URL(action)
  const ours = [location.origin, new URL(apiBase, location.origin).origin].includes(url.origin)
  const theirs = url.protocol === 'https:' && hosts.includes(url.host)
  if (!ours && !theirs) throw new UnsafeForm(url.host || url.protocol)
  if (url.username || url.password) throw new UnsafeForm(url.host)
  return {
    action: url.href,
    fields: [...form.querySelectorAll('input')]
      .filter(isField)
      .map(({ name, value }) => [name, value] as const),
  }
}

/**
 * Submits the form in this tab, which navigates to the gateway. An input may be named `submit` and
 * shadow the method.
 */
export function sendPayForm({ action, fields }: PayForm): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.setAttribute('accept-charset', 'GBK')
  form.hidden = true
  for (const [name, value] of fields) form.append(hidden(name, value))
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}

const isField = ({ type, name }: HTMLInputElement) => type === 'hidden' && name !== ''

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  return input
}
