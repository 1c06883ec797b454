import type { FastifyReply } from 'fastify';
import { cutConnection } from '../platform/cut-connection.ts';
import { html, type Html } from '../platform/pages/html.ts';
import { sendPage } from '../platform/pages/page.ts';
import { applyFault } from './apply-fault.ts';
import type { InstagramContext } from './context.ts';
import { findEffect } from './faults.ts';
import type { Params } from './graph-params.ts';

/** Both logins show errors on a page of their own: they do not redirect to an untrusted URL. */
export function sendDialogError(reply: FastifyReply, errorMessage: string): FastifyReply {
  return sendPage(reply, 'Não foi possível entrar', html`<p class="card">${errorMessage}</p>`, {
    status: 400,
    narrow: true,
  });
}

export function renderChoiceForm(
  choices: readonly { label: string; hint: string }[],
  params: Params,
): Html {
  const hidden = Object.entries(params).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const buttons = choices.map(
    ({ label, hint }, index) =>
      html`<button
          type="submit"
          name="choice"
          value="${label}"
          aria-describedby="hint-${index}"
          ${{ html: index < 2 ? ' class="main"' : '' }}
        >
          ${label}
        </button>
        <p class="meta" id="hint-${index}">${hint}</p>`,
  );
  return html`<form class="card" method="post" action="?">${hidden} ${buttons}</form>`;
}

/** A fault may deny any choice, or cut the connection. */
export async function redirectFromDialog(
  context: InstagramContext,
  reply: FastifyReply,
  username: string | undefined,
  buildAddress: (isDenied: boolean) => string,
): Promise<FastifyReply> {
  const fault = context.faults.consume('instagram', ['dialog'], username);
  const effect = fault && findEffect('dialog', fault.fault);
  const build = (): string => buildAddress(effect?.variant === 'deny');
  if (!fault || !effect) return reply.redirect(build(), 302);
  const outcome = await applyFault(context, fault, effect, build, {});
  if (!outcome.isCut) return reply.redirect(String(outcome.result), 302);
  return cutConnection(reply, outcome.withReset);
}
