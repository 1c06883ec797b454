import type { FastifyInstance } from 'fastify';
import { html } from './html.ts';
import { sendPage } from './page.ts';

export function serveIndexPage(app: FastifyInstance, usernames: () => readonly string[]): void {
  app.get('/', async (_, reply) =>
    sendPage(
      reply,
      'O mundo lá fora, de mentira',
      html`<p>
          Aqui moram um Instagram, um Google, pagamentos por cartão e um correio de demonstração.
          Nada do que acontece nesta página chega à internet: o que o aplicativo publica, cobra ou
          envia fica guardado aqui, para ser visto.
        </p>
        <h2>Perfis do Instagram</h2>
        <ul class="card list">
          ${usernames().map(
            (username) => html`<li><a href="/instagram/${username}">${username}</a></li>`,
          )}
        </ul>
        <h2>Facebook</h2>
        <ul class="card list">
          <li><a href="/facebook/settings/apps">Aplicativos e sites: remover o aplicativo</a></li>
        </ul>
        <h2>Correio</h2>
        <ul class="card list">
          <li><a href="/mail">E-mails enviados pelo aplicativo</a></li>
        </ul>
        <h2>Avisos no aparelho</h2>
        <ul class="card list">
          <li><a href="/push">Avisos enviados aos navegadores</a></li>
        </ul>
        <h2>Pagamentos</h2>
        <ul class="card list">
          <li><a href="/payments">Assinaturas e cartões de teste</a></li>
        </ul>
        <h2>Para testes</h2>
        <p class="meta">
          Falhas, relógio e o registro de tudo ficam em <code>/_sandbox/</code>; a lista completa
          está em <code>sandbox/README.md</code>.
        </p>`,
    ),
  );
}
