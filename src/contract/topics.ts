/** Topics of change events: the first path segment of the endpoints whose data is stale. */
import type { Contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'

type Path = Pick<Endpoint, 'path'>

/** `user` for `/user/page`. */
type TopicOf<E extends Path> = E['path'] extends `/${infer T}/${string}` ? T : never

/** Every topic of the contract. */
export type Topic = { [S in keyof Contract]: TopicIn<Contract[S]> }[keyof Contract]
type TopicIn<S> = { [K in keyof S]: S[K] extends Path ? TopicOf<S[K]> : never }[keyof S]

export const topicOf = <E extends Path>({ path }: E): TopicOf<E> => path.split('/')[1] as TopicOf<E>

/** Topic of a path, as in the key of a cached query. */
export const topicOfPath = (path: string): Topic => path.split('/')[1] as Topic
