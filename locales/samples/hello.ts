/** What the examples for developers translate. */
export const hello = { zh: '你好', en: 'Hello' } as const
