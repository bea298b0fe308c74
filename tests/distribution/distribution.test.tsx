// @vitest-environment happy-dom
/** Quota distribution against the reference server: dialog, confirmation and single execution. */
import { mutationsKey } from '#client/api/idempotent-call.ts'
import { expect, test } from 'vitest'
import { call } from '#client/api/call.ts'
import { accountLog } from '#contract/ledger.ts'
import { subAccounts, type SubAccount } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { clearFaults, injectFault } from '#mocks/handlers.ts'
import { startConsoleServer, openConsolePage, until } from '#tests/support/browser/console.tsx'
import { cellsOf, hasListActions, listCells } from '#tests/support/browser/tables.ts'
import { fill, press, pressInDialog, text, user } from '#tests/support/browser/user.ts'
import { screen, within } from '@testing-library/react'

await startConsoleServer()

const dialogs = () => screen.queryAllByRole('dialog')
const modal = () => dialogs()[0] ?? null
const inModal = (name: string) => within(modal()!).getByRole<HTMLButtonElement>('button', { name })
const distributionQuestion = () => dialogs()[1] ?? null
const amount = () => within(modal()!).getByRole<HTMLInputElement>('spinbutton')
const preview = () => cellsOf(within(modal()!).getByRole('table'))

const checkbox = (account: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `选择${account}` })
const type = (value: number | string) => fill(amount(), String(value))
const submit = async () => {
  await user.type(amount(), '{Enter}')
  await until(() => distributionQuestion() !== null)
}
const confirm = (name: string) => pressInDialog(name)

const openList = (query = '') => openConsolePage(`/UserCenterChild${query}`, { as: 'demo' })
/** A list of one row is rendered in half the time. */
const onlyNewcomer = '?account=newcomer'
const ownBalance = async () => (await call(users.get, {})).memberAccount
const subAccountOf = async (account: string): Promise<SubAccount> =>
  (await call(subAccounts.page, { account, pageSize: 100 })).rows.find(
    (row) => row.account === account,
  )!
const countDistributions = async () =>
  (
    await call(accountLog.page, {
      logType: 'DISTRIBUTION',
      createDateTimeBegin: '2026-01-01 00:00:00',
      createDateTimeEnd: '2099-01-01 00:00:00',
    })
  ).total
const formatCount = (count: number) => new Intl.NumberFormat('zh-CN').format(count)
const waitForRows = () => until(() => hasListActions() && !text().includes('NaN'))

async function openForNewcomer() {
  await openList(onlyNewcomer)
  await waitForRows()
  await press('分配额度：newcomer')
  await until(() => modal() !== null)
}

test('both balances are shown before and after, and the confirmed amount moves once', async () => {
  await openForNewcomer()
  const [main, sub, before] = [
    await ownBalance(),
    await subAccountOf('newcomer'),
    await countDistributions(),
  ]
  await until(() => preview()[0]?.[1] === formatCount(main.usableCharNum))
  expect(inModal('分配').disabled).toBe(true)
  await type(30_000)
  expect(preview()).toEqual([
    [
      '主账号',
      formatCount(main.usableCharNum),
      '−30,000',
      formatCount(main.usableCharNum - 30_000),
    ],
    [
      'newcomer',
      formatCount(sub.memberAccount.usableCharNum),
      '+30,000',
      formatCount(sub.memberAccount.usableCharNum + 30_000),
    ],
  ])
  await submit()
  expect(distributionQuestion()!.textContent).toContain('确定给“newcomer”分配30,000字符吗？')
  expect(distributionQuestion()!.textContent).toContain(
    `分配后主账号剩余${formatCount(main.usableCharNum - 30_000)}字符`,
  )
  await confirm('分配')
  await until(() => screen.queryByText('操作成功') !== null)
  await until(() => modal() === null)
  expect((await ownBalance()).usableCharNum).toBe(main.usableCharNum - 30_000)
  expect((await subAccountOf('newcomer')).memberAccount.usableCharNum).toBe(
    sub.memberAccount.usableCharNum + 30_000,
  )
  expect(await countDistributions()).toBe(before + 1)
  await until(() => text().includes(formatCount(sub.memberAccount.usableCharNum + 30_000)))
})

test('a balance in a row opens a drawer for that unit alone, with the same rules', async () => {
  await openList(onlyNewcomer)
  await waitForRows()
  const [main, sub] = [await ownBalance(), await subAccountOf('newcomer')]
  await press(`${formatCount(sub.memberAccount.usableVoiceNum)}，分配语音：newcomer`)
  const drawer = modal
  await until(() => drawer() !== null && within(drawer()!).queryByRole('spinbutton') !== null)
  expect(within(drawer()!).queryByRole('tab')).toBeNull()
  const input = amount()
  expect([input.step, input.min]).toEqual(['1', '0'])
  await until(() => input.max === String(main.usableVoiceNum))
  expect(inModal('分配').disabled).toBe(true)
  await type(5)
  expect(drawer()!.textContent).toContain(formatCount(sub.memberAccount.usableVoiceNum + 5))
  await submit()
  await confirm('分配')
  await until(() => drawer() === null)
  expect((await subAccountOf('newcomer')).memberAccount).toEqual({
    ...sub.memberAccount,
    usableVoiceNum: sub.memberAccount.usableVoiceNum + 5,
  })
  expect((await ownBalance()).usableVoiceNum).toBe(main.usableVoiceNum - 5)
})

test('amounts above the balance, empty and malformed amounts can’t be sent', async () => {
  await openForNewcomer()
  const { usableCharNum } = await ownBalance()
  await type(usableCharNum + 1)
  expect(text()).toContain('余额不足')
  expect(inModal('分配').disabled).toBe(true)
  await type(usableCharNum)
  expect(inModal('分配').disabled).toBe(false)
  for (const invalidAmount of ['', '0', '-5', 'e']) {
    await type(invalidAmount)
    expect(inModal('分配').disabled, invalidAmount).toBe(true)
  }
})

test('quick amounts are those of the specification; no more is reclaimed than the balance', async () => {
  await openConsolePage(`/UserCenterChild${onlyNewcomer}`, { as: 'demo', lang: 'en' })
  await waitForRows()
  await press('Distribute: newcomer')
  await until(() => modal() !== null)
  const quick = () =>
    within(modal()!).getAllByRole<HTMLButtonElement>('button', { name: /^\d+0,000$/ })
  expect(quick().map((element) => element.textContent)).toEqual([
    '10,000',
    '50,000',
    '100,000',
    '200,000',
    '500,000',
  ])
  await user.click(quick()[2]!)
  expect(amount().value).toBe('100000')
  await user.click(within(modal()!).getAllByRole('radio')[1]!)
  const balance = (await subAccountOf('newcomer')).memberAccount.usableCharNum
  expect(quick().map((element) => element.disabled)).toEqual(
    [10_000, 50_000, 100_000, 200_000, 500_000].map((value) => value > balance),
  )
  await type(balance + 1)
  expect(modal()!.textContent).toContain('newcomer has only')
})

/** Distributes to the newcomer without a response, then loads the page again. */
async function loseResponse(fault: 'unreachable' | 'answerLost') {
  await openForNewcomer()
  const before = { main: await ownBalance(), count: await countDistributions() }
  await type(10_000)
  injectFault(fault, { path: '/user/all/distribution' })
  await submit()
  await confirm('分配')
  await until(() => text().includes('没有收到结果'))
  clearFaults()
  const stored = localStorage.getItem(mutationsKey)!
  await openList(onlyNewcomer)
  localStorage.setItem(mutationsKey, stored)
  await waitForRows()
  await press('分配额度：newcomer')
  await until(() => text().includes('没有收到结果'))
  return before
}

test('after a reload, a retry of a distribution whose response was lost does not distribute twice', async () => {
  const { main, count } = await loseResponse('answerLost')
  await user.click(inModal('重试'))
  await until(() => screen.queryByText('操作成功') !== null)
  expect((await ownBalance()).usableCharNum).toBe(main.usableCharNum - 10_000)
  expect(await countDistributions()).toBe(count + 1)
})

test('a lost response is still reported after a reload, and can be dismissed', async () => {
  await loseResponse('unreachable')
  const before = await countDistributions()
  await user.click(inModal('不再重试'))
  expect(text()).not.toContain('没有收到结果')
  expect(amount().disabled).toBe(false)
  expect(await countDistributions()).toBe(before)
})

test('a refusal names the account and the reason, and that nothing was moved', async () => {
  await openForNewcomer()
  const [{ usableCharNum }, { userId }, before] = [
    await ownBalance(),
    await subAccountOf('sophie'),
    await countDistributions(),
  ]
  await until(() => preview()[0]?.[1] === formatCount(usableCharNum))
  await type(usableCharNum)
  await call(subAccounts.distribute, { childUserId: userId, changeCharNum: 1 })
  await submit()
  await confirm('分配')
  await until(() => text().includes('分配失败，余额没有变动。'))
  expect(modal()!.textContent).toMatch(/分配失败，余额没有变动。.*演示公司/)
  expect(await countDistributions()).toBe(before + 1)
  await until(() => preview()[0]?.[1] === formatCount(usableCharNum - 1))
})

test('all three quotas go at once; a retry in the dialog after a lost response does not distribute twice', async () => {
  await openForNewcomer()
  const [main, { memberAccount: sub }, before] = [
    await ownBalance(),
    await subAccountOf('newcomer'),
    await countDistributions(),
  ]
  const tabs = () => within(modal()!).getAllByRole('tab')
  await type(20_000)
  await user.click(tabs()[1]!)
  await type(2)
  await user.click(tabs()[2]!)
  await type(1)
  await submit()
  expect(distributionQuestion()!.textContent).toContain('20,000字符、2次语音和1张图片')
  injectFault('answerLost', { path: '/user/all/distribution', times: 1 })
  await confirm('分配')
  await until(() => modal()!.textContent.includes('没有收到结果'))
  expect(modal()!.textContent).toContain('给 newcomer 分配20,000字符、2次语音和1张图片')
  expect(amount().disabled).toBe(true)
  expect(document.activeElement).toBe(inModal('重试'))
  await user.click(inModal('重试'))
  await until(() => modal() === null)
  expect((await ownBalance()).usableCharNum).toBe(main.usableCharNum - 20_000)
  expect(await countDistributions()).toBe(before + 1)
  const after = (await subAccountOf('newcomer')).memberAccount
  expect([after.usableCharNum, after.usableVoiceNum, after.usableImageNum]).toEqual([
    sub.usableCharNum + 20_000,
    sub.usableVoiceNum + 2,
    sub.usableImageNum + 1,
  ])
})

test('several sub-accounts get the same amount at once', async () => {
  await openList()
  await waitForRows()
  const main = await ownBalance()
  const names = listCells()
    .slice(0, 3)
    .map((cells) => cells[2]!)
  const before = await Promise.all(
    names.map(async (name) => (await subAccountOf(name)).memberAccount.usableCharNum),
  )
  for (const name of names) await user.click(checkbox(name))
  await press('分配或收回')
  await until(() => modal() !== null)
  await type(Math.floor(main.usableCharNum / names.length) + 1)
  await until(() => modal()!.textContent.includes('余额不足'))
  expect(inModal('分配给3个子账号').disabled).toBe(true)
  await type(10_000)
  await until(() => modal()!.textContent.includes('3个子账号，合计30,000字符'))
  expect(preview().map(([name]) => name)).toEqual(['主账号', ...names])
  await press('分配给3个子账号')
  await until(() => screen.queryByText('已给3个子账号分配30,000字符') !== null)
  await until(() => modal() === null)
  expect((await ownBalance()).usableCharNum).toBe(main.usableCharNum - 30_000)
  expect(
    await Promise.all(
      names.map(async (name) => (await subAccountOf(name)).memberAccount.usableCharNum),
    ),
  ).toEqual(before.map((count) => count + 10_000))
  expect(names.map((name) => checkbox(name).checked)).toEqual([false, false, false])
})

test('if one of several sub-accounts was deleted meanwhile, none gets quota', async () => {
  await openList()
  await waitForRows()
  const names = listCells()
    .map((cells) => cells[2]!)
    .filter((name) => name !== 'newcomer')
    .slice(0, 2)
  for (const name of names) await user.click(checkbox(name))
  await press('分配或收回')
  await until(() => modal() !== null)
  await type(10_000)
  await until(() => modal()!.textContent.includes('2个子账号，合计20,000字符'))
  await call(subAccounts.remove, { userId: (await subAccountOf(names[0]!)).userId })
  const [main, sub] = [await ownBalance(), await subAccountOf(names[1]!)]
  await press('分配给2个子账号')
  await until(() => text().includes('没有完成，全部保持不变。'))
  expect(await ownBalance()).toEqual(main)
  expect((await subAccountOf(names[1]!)).memberAccount).toEqual(sub.memberAccount)
  await until(() => modal()!.textContent.includes('1个已被删除，跳过。'))
  await press('分配给1个子账号')
  await until(() => screen.queryByText('已给1个子账号分配10,000字符') !== null)
})

test('a backend without extensions allows only distribution to one sub-account', async () => {
  injectFault('refused', { path: '/extensions/list' })
  await openForNewcomer()
  expect(within(modal()!).queryAllByRole('radio')).toEqual([])
  expect(screen.queryByRole('button', { name: '分配或收回' })).toBeNull()
})
