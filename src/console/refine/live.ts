/** Refine's live provider: refetches lists when the server reports changes. */
import type { LiveProvider } from '@refinedev/core'
import type { PageModel } from '#console/engine/page-model.ts'
import { topicOfPath, type Topic } from '#contract/topics.ts'

type Subscription = {
  resource: string
  callback: (event: { channel: string; type: string; payload: object; date: Date }) => void
}

const subscriptions = new Set<Subscription>()
const listeners = new Set<(topics: readonly Topic[]) => void>()
/** Minimum interval between change events, in milliseconds. */
const publishInterval = 1_000
let pendingTopics = new Set<Topic>()
let timer: ReturnType<typeof setTimeout> | undefined
let pages: readonly PageModel[] = []

export function liveProvider(allPages: readonly PageModel[]): LiveProvider {
  pages = allPages
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
export function onTopicsChanged(listener: (topics: readonly Topic[]) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Publishes changed topics. The first event is immediate; later ones are batched. */
export function publishChange(topics: readonly Topic[]): void {
  topics.forEach((topic) => pendingTopics.add(topic))
  if (timer === undefined) publish()
}

function publish() {
  timer = undefined
  if (pendingTopics.size === 0) return
  const topics = [...pendingTopics]
  pendingTopics = new Set()
  timer = setTimeout(publish, publishInterval)
  for (const { resource, callback } of subscriptions) {
    const page = pages.find(({ name }) => name === resource)
    const isAffected = Object.values(page?.calls ?? {}).some(
      (endpoint) => endpoint.method === 'GET' && topics.includes(topicOfPath(endpoint.path)),
    )
    if (isAffected)
      callback({ channel: `resources/${resource}`, type: '*', payload: {}, date: new Date() })
  }
  listeners.forEach((listener) => listener(topics))
}
