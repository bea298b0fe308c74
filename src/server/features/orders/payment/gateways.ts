/** Selects the payment gateways: the configured ones, and outside production the sandbox. */
import { PayChannel } from '#contract/orders.ts'
import { createAlipayGateway } from '#server/features/orders/payment/alipay.ts'
import type { Gateway, Gateways, PayChannelCode } from '#server/features/orders/payment/gateway.ts'
import { createLianLianGateway } from '#server/features/orders/payment/lianlian.ts'
import { notifyPath } from '#server/features/orders/payment/notifications.ts'
import { createSandbox, type SandboxDeps } from '#server/features/orders/payment/sandbox/sandbox.ts'
import { createWeChatGateway } from '#server/features/orders/payment/wechat.ts'
import type { PaySettings } from '#server/platform/config/payment-settings.ts'
import type { Settings } from '#server/platform/config/settings.ts'

type GatewayDeps = Omit<SandboxDeps, 'silent'> & { production: boolean }

/** In the order in which the channels are offered, the default first (spec 9.8). */
export function createGateways(settings: PaySettings, deps: GatewayDeps): Gateways {
  const createSandboxGateway = deps.production
    ? undefined
    : createSandbox({ ...deps, silent: settings.sandboxSilent })
  const offered = PayChannel.options.map(
    (channel) =>
      [
        channel,
        createConfiguredGateway(channel, settings, deps) ?? createSandboxGateway?.(channel),
      ] as const,
  )
  return new Map(
    offered.filter((entry): entry is readonly [PayChannelCode, Gateway] => entry[1] !== undefined),
  )
}

function createConfiguredGateway(
  channel: PayChannelCode,
  { alipay, weChat, lianLian }: PaySettings,
  { site, clock }: GatewayDeps,
): Gateway | undefined {
  const notifyUrlOf = (gateway: string) => () => `${site()}${notifyPath}/${gateway}`
  if (channel === 'ALI_NATIVE')
    return alipay && createAlipayGateway(alipay, { clock, site, notifyUrl: notifyUrlOf('alipay') })
  if (channel === 'WC_NATIVE')
    return weChat && createWeChatGateway(weChat, { clock, notifyUrl: notifyUrlOf('wechat') })
  return (
    lianLian &&
    createLianLianGateway(channel, lianLian, { clock, site, notifyUrl: notifyUrlOf('lianlian') })
  )
}

/** One sentence per warning, including the remedy. */
export function listPaymentConfigWarnings({
  production,
  publicUrl,
  pay,
}: Pick<Settings, 'production' | 'publicUrl' | 'pay'>): string[] {
  const configured = pay.alipay ?? pay.weChat ?? pay.lianLian
  if (!configured)
    return production
      ? ['No payment channel is offered: set all of ALIPAY_…, WECHAT_PAY_… or LIANLIAN_….']
      : []
  if (!publicUrl?.startsWith('https:'))
    return [
      'Payment gateways can’t notify this server, so payments arrive when they are asked about: set PUBLIC_URL to its https address.',
    ]
  return []
}
