/** State of a comparison; idempotent, so that retries are charged once. */
import { useState } from 'react'
import { idempotentCall } from '#client/api/idempotent-call.ts'
import { loadUser } from '#client/session/current-user.ts'
import { endSessionIfExpired } from '#console/refine/session-expiry.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { translation, type Compared } from '#contract/translation.ts'

export type Comparison = { readonly target: string; readonly results: readonly Compared[] }

export function useComparison() {
  const [state, setState] = useState<{
    working: boolean
    compared?: Comparison
    failure?: unknown
  }>({ working: false })
  const compare = async (asked: InputOf<typeof translation.compare>) => {
    setState({ working: true })
    try {
      const { results } = await idempotentCall(translation.compare, asked)
      setState({ working: false, compared: { target: asked.target, results } })
    } catch (failure) {
      endSessionIfExpired(failure)
      setState({ working: false, failure })
    }
    void loadUser().catch(() => undefined)
  }
  return { ...state, compare }
}
