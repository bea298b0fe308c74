/** A mail in both languages, as plain text and as HTML that shows without pictures, styles or requests. */
import type { NoticeWords } from '#server/db/schema/messages.ts'
import { say } from '#server/words.ts'

type Words = { zh: NoticeWords; en: NoticeWords }

export function bilingual({ zh, en }: Words): { subject: string; text: string; html: string } {
  return {
    subject: `${zh.title} · ${en.title}`,
    text: `${zh.title}\n\n${zh.content}\n\n${say('zh', 'product.name')}\n\n———\n\n${en.title}\n\n${en.content}\n\n${say('en', 'product.name')}\n`,
    html: `<!doctype html><html lang="zh"><meta charset="utf-8"><body>${part('zh', zh)}<hr>${part('en', en)}</body></html>`,
  }
}

function part(lang: 'zh' | 'en', { title, content }: NoticeWords): string {
  return `<section lang="${lang}"><h1>${escaped(title)}</h1><p>${escaped(content)}</p><p>${escaped(say(lang, 'product.name'))}</p></section>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
