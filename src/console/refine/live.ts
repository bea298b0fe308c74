/** Refine's live provider: refetches lists when the server reports changes. */
import type { LiveProvider } from '@refinedev/core'
import type { PageModel } from '#console/engine/page-model.ts'
import { topicOfPath, type Topic } from '#contract/topics.ts'

type Subscription = {
  resource: string
  callback: (event: { channel: string; type: string; payload: object; date: Date }) => void
}

const subscriptions = new Set<Subscription>()
const listeners = new Set<(about: readonly Topic[]) => void>()
/** Throttle of change events, in milliseconds. */
const rest = 1_000
let gathered = new Set<Topic>()
let timer: ReturnType<typeof setTimeout> | undefined
let pages: readonly PageModel[] = []

export function liveProvider(all: readonly PageModel[]): LiveProvider {
  pages = all
  return {
    subscribe: ({ channel, callback }): Subscription => {
      const subscription = { resource: channel.replace(/^resources\//, ''), callback }
      subscriptions.add(subscription)
      return subscription
    },
    unsubscribe: (subscription: Subscription) => void subscriptions.delete(subscription),
  }
}

/** Subscribes to changes outside Refine's lists. Returns the unsubscribe function. */
export function onChanged(listener: (about: readonly Topic[]) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Publishes changed topics. The first event is immediate; later ones are batched. */
export function publishChange(about: readonly Topic[]): void {
  about.forEach((each) => gathered.add(each))
  if (timer === undefined) publish()
}

function publish() {
  timer = undefined
  if (gathered.size === 0) return
  const about = [...gathered]
  gathered = new Set()
  timer = setTimeout(publish, rest)
  for (const { resource, callback } of subscriptions) {
    const page = pages.find(({ name }) => name === resource)
    const result = Object.values(page?.calls ?? {}).some(
      (endpoint) => endpoint.method === 'GET' && about.includes(topicOfPath(endpoint.path)),
    )
    if (result)
      callback({ channel: `resources/${resource}`, type: '*', payload: {}, date: new Date() })
  }
  listeners.forEach((listener) => listener(about))
}
