import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../platform/pages/html.ts';
import { sendPage, renderTime } from '../platform/pages/page.ts';
import type { Mailbox } from './mailbox.ts';

const paramsSchema = z.object({ id: z.string() });

export function serveInboxPages(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/mail', async (_, reply) => {
    const messages = mailbox.all().toReversed();
    const list = messages.map(
      ({ id, subject, to, isImportant, date }) =>
        html`<li>
          <a href="/mail/${id}">${subject || 'Sem assunto'}</a>
          <div class="meta">
            Para ${to} · ${renderTime(Date.parse(date))}${isImportant ? ' · Importante' : ''}
          </div>
        </li>`,
    );
    return sendPage(
      reply,
      'E-mails',
      list.length === 0
        ? html`<p>Nenhum e-mail chegou ainda.</p>`
        : html`<ul class="card list">
            ${list}
          </ul>`,
    );
  });
  app.get('/mail/:id', async (request, reply) => {
    const message = mailbox.find(paramsSchema.parse(request.params).id);
    if (!message) {
      return sendPage(reply, 'E-mail não encontrado', html`<p><a href="/mail">Voltar</a></p>`, {
        status: 404,
      });
    }
    // The sandbox attribute prevents scripts and access to this page; links open outside.
    const body = message.html
      ? html`<iframe
          title="Conteúdo do e-mail"
          sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
          srcdoc="${`<base target="_top">${message.html}`}"
        ></iframe>`
      : html`<div class="card caption">${message.text}</div>`;
    return sendPage(
      reply,
      message.subject || 'Sem assunto',
      html`<dl>
          <dt>De</dt>
          <dd>${message.from}</dd>
          <dt>Para</dt>
          <dd>${message.to}</dd>
          <dt>Chegou</dt>
          <dd>${renderTime(Date.parse(message.date))}</dd>
        </dl>
        ${body}
        <p><a href="/mail">Todos os e-mails</a></p>`,
    );
  });
}
