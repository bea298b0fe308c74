/** Forwards every API call to the reference server. */
import { http } from 'msw'
import { withFaults } from '#mocks/faults.ts'

export type Fetch = (request: Request) => Promise<Response>

export const handlersFor = (fetch: Fetch) => [
  http.all('*/api/*', ({ request }) => {
    const path = new URL(request.url).pathname.replace(/^.*?\/api(?=\/)/, '')
    return withFaults(path, request, () => fetch(request))
  }),
]
