/** Kinds of packages with their own description, by Chinese package name (spec 9.10). */

type PackageKind = 'standard' | 'professional' | 'premium' | 'ai' | 'gpt'

export const packageKinds: Readonly<Record<string, PackageKind>> = {
  标准版: 'standard',
  专业版: 'professional',
  高级版: 'premium',
  AI翻译: 'ai',
  GPT会员: 'gpt',
}
