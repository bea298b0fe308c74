/** A comparison as it goes: charged once per wish, however often it is sent. */
import { useRef, useState } from 'react'
import { call, newIdempotencyKey } from '#client/call.ts'
import { loadUser } from '#client/current-user.ts'
import { leavesOpen } from '#client/wishes.ts'
import { endSessionIfExpired } from '#console/providers/expiry.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { translation, type Compared } from '#contract/translation.ts'

export type Comparison = { readonly target: string; readonly results: readonly Compared[] }

export function useComparison() {
  const [state, setState] = useState<{ working: boolean; compared?: Comparison; failure?: unknown }>({ working: false })
  const open = useRef<{ asked: string; key: string }>(undefined)
  const compare = async (asked: InputOf<typeof translation.compare>) => {
    const same = JSON.stringify(asked)
    const key = open.current?.asked === same ? open.current.key : newIdempotencyKey()
    open.current = { asked: same, key }
    setState({ working: true })
    try {
      const { results } = await call(translation.compare, asked, { idempotencyKey: key })
      open.current = undefined
      setState({ working: false, compared: { target: asked.target, results } })
    } catch (failure) {
      if (!leavesOpen(failure)) open.current = undefined
      endSessionIfExpired(failure)
      setState({ working: false, failure })
    }
    void loadUser().catch(() => undefined)
  }
  return { ...state, compare }
}
