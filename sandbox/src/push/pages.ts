import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../platform/pages/html.ts';
import { sendPage, renderTime } from '../platform/pages/page.ts';
import type { PushMessage, PushRecords } from './records.ts';

/** The shape of most payloads; others are shown unchanged. */
const contentSchema = z.object({ title: z.string(), body: z.string().default('') });

const URGENCIES: Record<string, string> = {
  'very-low': 'urgência muito baixa',
  low: 'urgência baixa',
  normal: 'urgência normal',
  high: 'urgência alta',
};

export function servePushPages(app: FastifyInstance, records: PushRecords): void {
  app.get('/push', async (_, reply) => {
    const messages = records.messages().toReversed();
    return sendPage(
      reply,
      'Avisos nos aparelhos',
      messages.length === 0
        ? html`<p>Nenhum aviso chegou ainda.</p>`
        : html`<ul class="card list">
            ${messages.map(
              (message) =>
                html`<li>
                  ${renderContent(message)}
                  <div class="meta">
                    Aparelho ${message.subscription.slice(0, 6)} ·
                    ${renderTime(Date.parse(message.date))} ·
                    ${URGENCIES[message.urgency] ?? message.urgency} · vale por ${message.ttl} s
                  </div>
                </li>`,
            )}
          </ul>`,
    );
  });
}

function renderContent({ payload }: PushMessage) {
  const content = contentSchema.safeParse(payload);
  return content.success
    ? html`<strong>${content.data.title}</strong>
        <div class="caption">${content.data.body}</div>`
    : html`<div class="caption">${JSON.stringify(payload)}</div>`;
}
