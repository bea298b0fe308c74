/** English messages of checkout, for the payment result page. */
export { en as messages } from '#locales/checkout.ts'
