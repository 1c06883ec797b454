export interface EmailContent {
  title: string;
  paragraphs: readonly string[];
  items?: readonly Item[];
  button: Link;
  secondaryLink?: Link;
}

interface Link {
  label: string;
  url: string;
}

export interface Item {
  title: string;
  text: string;
  link?: Link;
  media?: readonly (Link & { thumbnailUrl: string })[];
}

const light = {
  paper: '#F8F3E9',
  surface: '#FFFDF8',
  line: '#DFD5C2',
  ink: '#1B1916',
  meta: '#4B463D',
};
const dark = {
  paper: '#151310',
  surface: '#1E1B17',
  line: '#38332C',
  ink: '#F6F1E7',
  meta: '#CFC6B7',
};
const ACCENT = '#FFBF1F';
const ON_ACCENT = '#1B1916';
const SIGNATURE = 'Pontual: seus posts, na hora certa.';

const HEADING = "font-family:Gabarito,'Trebuchet MS',Verdana,sans-serif;font-weight:700";
const BODY = "font-family:'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function renderEmail(content: EmailContent): { html: string; text: string } {
  return { html: htmlOf(content), text: textOf(content) };
}

function textOf({ title, paragraphs, items = [], button, secondaryLink }: EmailContent): string {
  return [
    title,
    ...paragraphs,
    ...items.map((item) =>
      [
        `• ${item.title}`,
        item.text,
        ...(item.media ?? []).map(formatLink),
        ...(item.link ? [formatLink(item.link)] : []),
      ].join('\n  '),
    ),
    formatLink(button),
    ...(secondaryLink ? [formatLink(secondaryLink)] : []),
    SIGNATURE,
  ].join('\n\n');
}

const formatLink = ({ label, url }: Link) => `${label}: ${url}`;

function htmlOf({ title, paragraphs, items = [], button, secondaryLink }: EmailContent): string {
  const body = paragraphs.map(
    (text) => `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${escapeHtml(text)}</p>`,
  );
  const cards = items.map(
    (
      item,
    ) => `<div class="line" style="margin:0 0 12px;padding:12px 16px;border:1px solid ${light.line};border-radius:12px">
<p style="margin:0;font-size:15px;line-height:1.4;font-weight:700">${escapeHtml(item.title)}</p>
<p class="meta" style="margin:4px 0 0;font-size:15px;line-height:1.45;white-space:pre-line;color:${light.meta}">${escapeHtml(item.text)}</p>${mediaOf(item)}${item.link ? linkOf(item.link) : ''}
</div>`,
  );
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important; color: ${dark.ink} !important; }
  .surface { background: ${dark.surface} !important; }
  .line { border-color: ${dark.line} !important; }
  .meta { color: ${dark.meta} !important; }
  .ink { color: ${dark.ink} !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};color:${light.ink};${BODY}">
<div class="paper" style="max-width:560px;margin:0 auto;padding:32px 16px;background:${light.paper};color:${light.ink}">
<p style="margin:0 0 24px;font-size:26px;line-height:1;letter-spacing:-.035em;${HEADING}">pontual<span style="display:inline-block;width:7px;height:7px;margin-left:2px;border-radius:50%;background:${ACCENT}"></span></p>
<div class="surface line" style="padding:28px 24px 32px;border:1px solid ${light.line};border-radius:16px;background:${light.surface}">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.15;letter-spacing:-.025em;${HEADING}">${escapeHtml(title)}</h1>
${[...body, ...cards].join('\n')}
<p style="margin:24px 0 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 24px;border-radius:999px;background:${ACCENT};color:${ON_ACCENT};font-size:16px;line-height:1.4;font-weight:700;text-decoration:none">${escapeHtml(button.label)}</a></p>${secondaryLink ? linkOf(secondaryLink) : ''}
</div>
<p class="meta" style="margin:20px 0 0;font-size:13px;line-height:1.45;color:${light.meta}">${SIGNATURE}</p>
</div>
</body>
</html>`;
}

const linkOf = ({ label, url }: Link) => `
<p style="margin:4px 0 0;font-size:15px;line-height:44px"><a class="ink" href="${escapeHtml(url)}" style="color:${light.ink};font-weight:700">${escapeHtml(label)}</a></p>`;

const mediaOf = ({ media = [] }: Item) =>
  media
    .map(
      ({ label, url, thumbnailUrl }) => `
<a class="ink" href="${escapeHtml(url)}" style="display:inline-block;margin:12px 12px 0 0;min-height:44px;vertical-align:top;color:${light.ink};font-size:15px;line-height:28px;font-weight:700"><img src="${escapeHtml(thumbnailUrl)}" alt="" width="104" style="display:block;width:104px;border:0;border-radius:8px">${escapeHtml(label)}</a>`,
    )
    .join('');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** User text stays text, also inside a quoted attribute. */
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
