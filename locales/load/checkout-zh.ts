/** Chinese messages of checkout, for the payment result page. */
export { zh as messages } from '#locales/checkout.ts'
