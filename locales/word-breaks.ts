/** Line breaks between Chinese words; browsers break anywhere, `auto-phrase` lacks Chinese. */

/** Single-character words kept together with the next word. */
const openers = new Set(
  '用在把和与或从到对给被让向按为以不可就也都会能要想已还更最每各该这那有无再请先只点看找选加您我他',
)
/** Single-character words kept together with the previous word. */
const particles = new Set('的了着过吗呢吧们')
/** Compound terms that the segmenter splits. */
const terms =
  /用户中心|翻译通道|客户端|子账号|主账号|账号|聊天软件|邀请码|验证码|服务商|实时|真客服|客服|读不到|读到|拿不准|账可查|同一个|聊到|算一算/y
/** Characters of a word that single characters were joined to. */
const maxJoinedLength = 5

/** Words of a text without spaces or punctuation, in order. */
export function chineseWords(text: string, segmenter: Intl.Segmenter): string[] {
  const words: string[] = []
  /** Whether the last word is an opener, which waits for the next. */
  let endsWithOpener = false
  for (const part of splitParts(text, segmenter)) {
    const last = words.at(-1)
    const isSingle = part.length === 1
    const isJoined =
      last !== undefined &&
      (particles.has(part) ||
        ((endsWithOpener || (isSingle && !openers.has(part))) &&
          last.length + part.length <= maxJoinedLength))
    if (isJoined) words[words.length - 1] += part
    else words.push(part)
    endsWithOpener = isSingle && openers.has(part)
  }
  return words
}

/** Terms of the list as they are, and the words that the segmenter finds between them. */
function splitParts(text: string, segmenter: Intl.Segmenter): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    terms.lastIndex = at
    const term = terms.exec(text)?.[0]
    if (!term) continue
    parts.push(...segment(text.slice(from, at), segmenter), term)
    from = at + term.length
    at = from - 1
  }
  return [...parts, ...segment(text.slice(from), segmenter)]
}

const segment = (text: string, segmenter: Intl.Segmenter): string[] =>
  text ? [...segmenter.segment(text)].map((part) => part.segment) : []
