/** Field types that are entered but never shown: passwords and mailed codes. */
import type { KindModule, MeaningOf } from '#console/engine/fields/field-type.ts'
import { SecretInput } from '#console/engine/fields/secret-input.tsx'
import { VcodeInput } from '#console/engine/fields/vcode-input.tsx'

const hidden = () => ''

export const secret: KindModule<MeaningOf<'secret'>> = {
  text: hidden,
  Input: SecretInput,
  secret: true,
}
/** A new password, entered twice for confirmation (spec 5.4, 5.7). */
export const newSecret: KindModule<MeaningOf<'newSecret'>> = {
  text: hidden,
  Input: SecretInput,
  twice: true,
  secret: true,
}
export const vcode: KindModule<MeaningOf<'vcode'>> = {
  text: hidden,
  Input: VcodeInput,
  secret: true,
}
