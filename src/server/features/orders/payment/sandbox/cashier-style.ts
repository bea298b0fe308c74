/** CSS of the sandbox's cashier page: one column, designed for phones. */

export const cashierStyle = `
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 480px; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; padding: 16px; background: var(--mist); color: var(--ink);
  font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
a { color: var(--primary); }
header { display: flex; justify-content: space-between; align-items: center; min-height: 44px; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px 16px; margin: 12px 0; text-align: center; }
h1, .what, p, footer { text-wrap: balance; }
h1 { font-size: 20px; line-height: 1.4; margin: 0; }
.paid h1 { color: var(--success); }
.closed h1, .expired h1, .unknown h1 { color: var(--danger); }
.what { margin: 4px 0 0; color: var(--muted); }
.amount { font-size: 39px; line-height: 1.3; font-weight: 600; font-variant-numeric: tabular-nums; margin: 16px 0; }
dl { margin: 0 0 24px; text-align: start; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0; border-top: 1px solid var(--line); }
dt { color: var(--muted); flex: none; }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 10px 16px; border: 0; border-radius: 8px; background: var(--fill); color: #fff;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
p { margin: 16px 0 0; }
footer { margin-top: auto; padding: 12px 0; color: var(--muted); font-size: 14px; text-align: center; }
`
