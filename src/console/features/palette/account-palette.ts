/** Command palette of the customers' console. */
import { createElement } from 'react'
import { call } from '#client/api/call.ts'
import { yuan } from '#client/i18n/format.ts'
import { messageOf } from '#console/refine/i18n.ts'
import { openRow } from '#console/engine/list/open-from-address.ts'
import { t } from '#console/features/palette/messages.ts'
import { subAccountAddress } from '#console/features/sub-account/sub-account-link.tsx'
import type { FoundRecord, PaletteConfig } from '#console/features/palette/palette-config.ts'
import { globalSearch, type GlobalSearchResult } from '#contract/global-search.ts'
import { orders } from '#contract/orders.ts'
import { subAccounts } from '#contract/sub-accounts.ts'
import { users } from '#contract/users.ts'
import { spaceInvitations } from '#contract/workspace.ts'
import { translation } from '#contract/translation.ts'

const config: PaletteConfig = {
  placeholder: 'account',
  search: {
    call: globalSearch.find,
    async find(text, signal) {
      const input = text === '' ? {} : { text }
      const found = await call(globalSearch.find, input, { signal, quiet: true })
      return [
        { name: 'people', records: found.people.map(personRecord) },
        { name: 'orders', records: found.orders.map(orderRecord) },
      ]
    },
  },
  actions: [
    {
      name: 'distribute',
      icon: 'people',
      call: subAccounts.distributeAll,
      pick: 'people',
      async open({ id }) {
        const [row, { default: DistributeOne }] = await Promise.all([
          call(subAccounts.get, { userId: id.slice(personPrefix.length) }),
          import('#console/features/distribution/distribute-one.tsx'),
        ])
        return (close) => createElement(DistributeOne, { row, close })
      },
    },
    {
      name: 'addSubAccount',
      icon: 'people',
      call: subAccounts.create,
      route: 'UserCenterChild',
      open: 'create',
    },
    {
      name: 'inviteUser',
      icon: 'workspace',
      call: spaceInvitations.create,
      route: 'UserWorkSpace',
      open: 'invite',
    },
    { name: 'recharge', icon: 'wallet', call: orders.pay, route: 'UserCenterRecharge' },
    {
      name: 'translate',
      icon: 'translate',
      call: translation.text,
      route: 'UserCenterChangeTranslateTest',
    },
    {
      name: 'changePassword',
      icon: 'key',
      call: users.changePassword,
      route: 'UserCenterChangePassword',
    },
  ],
  pageKeys: {
    h: 'overview',
    s: 'subAccounts',
    o: 'orders',
    r: 'recharge',
    a: 'accountLog',
    l: 'translationLog',
    t: 'translateTest',
    w: 'contacts',
    p: 'profile',
  },
}

export default config

const personPrefix = 'people:'

const personRecord = ({
  userId,
  account,
  nickname,
  enabled,
}: GlobalSearchResult['people'][number]): FoundRecord => ({
  id: `${personPrefix}${userId}`,
  title: account,
  icon: 'person',
  to: subAccountAddress(userId),
  detail: [nickname, enabled === 0 && t('disabled')].filter(Boolean).join(' · '),
})

const orderRecord = ({
  no,
  payStatus,
  amount,
}: GlobalSearchResult['orders'][number]): FoundRecord => ({
  id: `orders:${no}`,
  title: no,
  icon: 'order',
  to: `/UserCenterOrder?${new URLSearchParams({ no, open: openRow })}`,
  detail: `${yuan(amount)} · ${messageOf(`codes.payStatus.${payStatus}`)}`,
})
