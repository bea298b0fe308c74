/** Opens one dialog of the operators' console, with stubbed responses of the server. */
import { cleanup, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import type { CurrentOperator } from '#contract/operator/session.ts'
import { operatorSession } from '#contract/operator/session.ts'
import type { Lang } from '#locales/messages.ts'
import { stubResponses } from '#tests/support/browser/stub-responses.ts'

const me: CurrentOperator = { userId: '1', email: 'me@example.com', name: 'Me', role: 'admin' }

let restoreResponses: (() => void) | undefined

/** `responses` are those of `stubResponses`; the operator is an admin. */
export async function openOperatorDialog<R>(
  load: () => Promise<{ default: ComponentType<{ row: R; close: () => void }> }>,
  row: R,
  { lang = 'en', responses }: { lang?: Lang; responses: Readonly<Record<string, unknown>> },
): Promise<{ close: ReturnType<typeof vi.fn<() => void>> }> {
  closeOperatorDialog()
  restoreResponses = stubResponses({ [operatorSession.get.path]: me, ...responses })
  localStorage.setItem('lang', lang)
  vi.resetModules()
  const [
    { setApplication },
    { operatorApplication },
    { loadMessages },
    session,
    { sessionKeys },
    { dataProvider },
    { createCache },
    { Refine },
  ] = await Promise.all([
    import('#console/refine/application.ts'),
    import('#operator/application.ts'),
    import('#console/refine/i18n.ts'),
    import('#client/session/session.ts'),
    import('#client/storage.ts'),
    import('#console/refine/data.ts'),
    import('#console/refine/query.ts'),
    import('@refinedev/core'),
  ])
  sessionStorage.setItem(sessionKeys.userId, String(me.userId))
  sessionStorage.setItem(sessionKeys.sk, 'sk')
  session.rememberUser(me)
  setApplication(operatorApplication)
  const [{ default: Component }] = await Promise.all([load(), loadMessages(lang)])
  const close = vi.fn<() => void>()
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider([])}
        options={{
          disableTelemetry: true,
          reactQuery: { clientConfig: createCache(() => undefined) },
        }}
      >
        <Component row={row} close={close} />
      </Refine>
    </MemoryRouter>,
  )
  return { close }
}

export function closeOperatorDialog(): void {
  cleanup()
  restoreResponses?.()
  restoreResponses = undefined
}
