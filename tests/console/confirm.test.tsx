// @vitest-environment happy-dom
/** Confirmation dialog of an action. */
import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useConfirm } from '#console/engine/confirm.tsx'
import { loadMessages } from '#console/refine/i18n.ts'
import {
  dialog as openDialog,
  inDialog,
  pressInDialog,
  until,
  user,
} from '#tests/support/browser/user.ts'

await loadMessages()

const opener = { renderings: 0, outcomes: [] as boolean[] }

function Opener() {
  useEffect(() => {
    opener.renderings += 1
  })
  const { ask, dialog } = useConfirm()
  const remove = async () => {
    const done = await ask({
      text: '确定删除吗？',
      confirmLabel: '删除',
      danger: true,
      onConfirm: () => Promise.resolve(true),
    })
    opener.outcomes.push(done)
  }
  return (
    <>
      <button type="button" onClick={() => void remove()}>
        打开
      </button>
      {dialog}
    </>
  )
}

test('a question is asked and answered without another rendering of what asks it', async () => {
  render(<Opener />)
  for (const answer of ['取消', '删除']) {
    await user.click(screen.getByRole('button', { name: '打开' }))
    await pressInDialog(answer)
    await until(() => screen.queryByRole('dialog') === null)
  }
  expect(opener).toEqual({ renderings: 1, outcomes: [false, true] })
})

test('a dismissed question takes no other press before it is gone', async () => {
  const confirmed = vi.fn<() => Promise<boolean>>().mockResolvedValue(true)
  const outcomes: boolean[] = []
  function Asker() {
    const { ask, dialog } = useConfirm()
    const question = { text: '确定删除吗？', confirmLabel: '删除', danger: true }
    const open = async () => outcomes.push(await ask({ ...question, onConfirm: confirmed }))
    return (
      <>
        <button type="button" onClick={() => void open()}>
          询问
        </button>
        {dialog}
      </>
    )
  }
  render(<Asker />)
  await user.click(screen.getByRole('button', { name: '询问' }))
  await until(() => openDialog() !== null)
  const remove = inDialog('删除')
  inDialog('取消').click()
  remove.click()
  await until(() => openDialog() === null)
  expect(confirmed).not.toHaveBeenCalled()
  expect(outcomes).toEqual([false])
})
