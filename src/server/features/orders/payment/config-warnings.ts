/** Warnings about valid but questionable payment settings. */
import type { Settings } from '#server/platform/config/settings.ts'

/** One sentence per warning, including the remedy. */
export function paymentConfigWarnings({
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
