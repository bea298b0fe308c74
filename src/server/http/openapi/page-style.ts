/** Style sheet of the API reference page; loads nothing from other hosts. */
import { pageColours } from '#server/http/page-colours.ts'

export const pageStyle = `${pageColours}* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 24px 16px 96px; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--primary); }
h1 { font-size: 31px; line-height: 1.3; margin: 16px 0 8px; }
h2 { font-size: 20px; margin: 48px 0 12px; }
h3 { font-size: 16px; margin: 0 0 4px; overflow-wrap: anywhere; }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 14px; }
.line { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 0; }
nav ul, .marks { display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 0; margin: 16px 0; list-style: none; }
article { border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px; }
article p { margin: 0; }
.method { color: var(--primary); font-weight: 600; }
.marks { margin: 8px 0; gap: 4px 16px; color: var(--muted); font-size: 14px; }
.none { color: var(--muted); font-size: 14px; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin: 12px 0 0; font-size: 14px; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
th { width: 32%; }
td:nth-of-type(1) { width: 9%; }
td:nth-of-type(2) { width: 19%; }
td:nth-of-type(3) { width: 18%; }
@media (max-width: 640px) {
  table, tbody, tr, th, td, caption { display: block; width: auto !important; }
  td { border: 0; padding: 0; color: var(--muted); }
  td:empty { display: none; }
  tr { padding: 0 0 6px; }
}
dl { margin: 0; }
dl div { display: grid; grid-template-columns: clamp(120px, 25%, 220px) 1fr; gap: 12px; border-top: 1px solid var(--line); padding: 4px 0; }
dd { margin: 0; overflow-wrap: anywhere; }
`
