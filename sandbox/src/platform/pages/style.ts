export const STYLE = `
:root { color-scheme: light dark; --page: #e9eef3; --card: #fbfcfe; --line: #c3cedb;
  --ink: #17222e; --ink-2: #47586a; --bar: #24384d; --on-bar: #e4edf6; --link: #1c5a96;
  --press: #24567f; --on-press: #ffffff; --bad: #a3241d; }
@media (prefers-color-scheme: dark) { :root { --page: #111922; --card: #1a2530; --line: #34475a;
  --ink: #e3ebf3; --ink-2: #a7b8c9; --bar: #0a1017; --on-bar: #b9cde0; --link: #8bc0f0;
  --press: #9ccbf3; --on-press: #0d1822; --bad: #ff9d94; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif; }
.bar { background: var(--bar); color: var(--on-bar); padding: 10px 20px; display: flex;
  flex-wrap: wrap; gap: 4px 20px; font: 13px/1.6 ui-monospace, 'SF Mono', Menlo, monospace; }
.bar a { color: inherit; }
.bar strong { font-weight: 600; margin-right: auto; }
@media (max-width: 480px) { .bar strong { width: 100%; } }
main { max-width: 760px; margin: 0 auto; padding: 32px 20px 64px; }
main.narrow { max-width: 440px; }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 12px; letter-spacing: -.01em; }
h2 { font-size: 17px; margin: 32px 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--link); }
.meta { color: var(--ink-2); font-size: 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 6px;
  padding: 20px; margin: 0 0 16px; }
section.card > h2 { margin-top: 0; }
.list { list-style: none; padding: 0; margin: 0; }
.card.list { padding: 4px 20px; margin: 0 0 16px; }
.list > li { border-top: 1px solid var(--line); padding: 12px 0; }
.list > li:first-child { border-top: 0; }
.list a { display: inline-block; padding: 4px 0; }
button { font: inherit; width: 100%; min-height: 48px; padding: 10px 16px; margin: 0 0 10px;
  border: 1px solid var(--press); border-radius: 6px; background: transparent;
  color: var(--link); text-align: left; overflow-wrap: anywhere; cursor: pointer; }
button.main { background: var(--press); color: var(--on-press); }
button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.profile { display: flex; gap: 20px; align-items: center; margin-bottom: 28px; }
.profile img { width: 84px; height: 84px; border-radius: 50%; flex: none; }
.grid { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4px; list-style: none;
  padding: 0; margin: 0; }
.grid a { position: relative; display: block; aspect-ratio: 4 / 5; background: var(--line); }
.grid img, .grid video { width: 100%; height: 100%; object-fit: cover; display: block; }
.kind { position: absolute; right: 6px; top: 6px; background: var(--bar); color: var(--on-bar);
  border-radius: 3px; padding: 1px 6px; font: 12px/1.6 ui-monospace, Menlo, monospace; }
figure { margin: 0 0 16px; }
figure img, figure video { max-width: 100%; max-height: 70vh; display: block; margin: 0 0 8px;
  background: var(--line); }
.caption { white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; }
dt { color: var(--ink-2); } dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; margin: 0 0 4px; }
input:not([type='checkbox'], [type='radio']), select, textarea { font: inherit; width: 100%;
  min-height: 48px; padding: 10px 12px; border: 1px solid var(--ink-2); border-radius: 6px;
  background: var(--page); color: var(--ink); }
input[aria-invalid='true'] { border: 2px solid var(--bad); }
fieldset { border: 0; padding: 0; margin: 0 0 16px; } legend { font-weight: 600; padding: 0 0 8px; }
.field { margin: 0 0 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 16px; }
.choice { display: flex; gap: 10px; align-items: center; font-weight: 400; min-height: 44px; }
.choice input { width: 20px; height: 20px; flex: none; }
.bad { color: var(--bad); margin: 4px 0 0; font-size: 14px; }
.alert { border: 2px solid var(--bad); border-radius: 6px; padding: 12px 16px; margin: 0 0 16px; }
.sum { font-size: 21px; font-weight: 600; margin: 0 0 4px; }
.row { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between;
  align-items: baseline; }
a.button { display: block; min-height: 48px; padding: 10px 16px; margin: 0 0 10px;
  border: 1px solid var(--press); border-radius: 6px; text-decoration: none; }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 6px;
  background: #ffffff; }
code { font: 13px/1.5 ui-monospace, Menlo, monospace; overflow-wrap: anywhere; }
`;
