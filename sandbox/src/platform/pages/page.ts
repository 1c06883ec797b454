import type { FastifyReply } from 'fastify';
import { html, type Html } from './html.ts';
import { STYLE } from './style.ts';

export function sendPage(
  reply: FastifyReply,
  title: string,
  content: Html,
  { status = 200, narrow = false } = {},
): FastifyReply {
  const page = renderPage(title, content, { narrow });
  return reply.status(status).type('text/html; charset=utf-8').send(page);
}

/** Returns the page as text; a bar at the top states that this is a sandbox. */
export function renderPage(title: string, content: Html, { narrow }: { narrow: boolean }): string {
  const page = html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ambiente de demonstração</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <header>
          <nav class="bar" aria-label="Ambiente de demonstração">
            <strong>ambiente de demonstração</strong>
            <a href="/">Início</a>
            <a href="/payments">Pagamentos</a>
            <a href="/mail">E-mails</a>
            <a href="/push">Avisos</a>
          </nav>
        </header>
        <main${{ html: narrow ? ' class="narrow"' : '' }}>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
  return page.html;
}

const timeFormat = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** Formats a time in ms for people, in Brasília time. */
export function renderTime(milliseconds: number): Html {
  const date = new Date(milliseconds);
  return html`<time datetime="${date.toISOString()}">${timeFormat.format(date)}</time>`;
}
