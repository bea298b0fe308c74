/** Low-balance alert: notifies the owner once when the main account's characters fall below it. */
import * as z from 'zod/mini'
import { Done, get, Nothing, post } from '#contract/endpoint.ts'
import { Count } from '#contract/vocabulary.ts'

/** Threshold in characters; null if the alert is off. */
export const BalanceAlert = z.object({ lowCharNum: z.nullish(Count) })
export type BalanceAlert = z.output<typeof BalanceAlert>

export const balanceAlert = {
  get: get('/balanceAlert/get', Nothing, BalanceAlert, {
    access: 'main',
    summary: 'Returns the low-balance alert level in characters.',
  }),

  save: post('/balanceAlert/save', BalanceAlert, Done, {
    access: 'main',
    summary:
      'Sets the balance below which the owner gets a notification and an email; null turns the alert off.',
  }),
}
