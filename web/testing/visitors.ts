import { readApprovalLink, type ApprovalPreview } from '@pontual/contract/planning/approvals.ts';
import { listPlans } from '@pontual/contract/billing/billing.ts';
import { getDeletion } from '@pontual/contract/privacy/deletions.ts';
import { readInvitation } from '@pontual/contract/identity/members.ts';
import { planLimits } from '@pontual/contract/billing/plan-limits.ts';
import { limitsByPlan, planCatalogue } from '@pontual/contract/billing/plans.ts';
import { mediaTypeOptions } from '@pontual/contract/posts/post-rules.ts';
import { listMediaTypes } from '@pontual/contract/posts/posts.ts';
import { publicStatus } from '@pontual/contract/operations/status.ts';
import { dayKey, startOfDay } from '@pontual/contract/shared/brasilia-time.ts';
import type { DataOf } from '@pontual/contract/shared/endpoint.ts';
import { aPost } from './examples.ts';
import { server } from './stub-server.ts';

/** The maximum length of Instagram, without a position for a line break. */
export const LONG_NAME = 'padaria_confeitaria_da_serra10';
export const LONG_EMAIL = 'contato.atendimento-ao-cliente.padaria-confeitaria12345@example.com';
export const LONG_CAPTION =
  'Cerâmica artesanal queimada em forno a lenha, peça por peça, para mesas que recebem gente o ano inteiro: encomendas por mensagem, retirada no ateliê ou entrega em toda a região. ' +
  '#ceramicaartesanalbrasileirafeitaamao #barro https://www.ateliedebarro.com.br/colecoes/primavera-verao/pratos-e-travessas';

export function answerVisitors(): void {
  server.answerByDefault(listPlans, { plans: planCatalogue });
  server.answerByDefault(planLimits, { limits: limitsByPlan.free });
  server.answerByDefault(listMediaTypes, {
    mediaTypes: [...mediaTypeOptions],
    firstComments: true,
  });
  server.answerByDefault(publicStatus, aStatus());
  server.answerByDefault(readInvitation, {
    email: `convidada-com-um-endereco-bem-comprido-${LONG_EMAIL}`,
    role: 'editor',
    team: LONG_EMAIL,
    invitedBy: LONG_EMAIL,
    hasAccount: false,
  });
  server.answerByDefault(readApprovalLink, anApprovalLink());
  server.answerByDefault(getDeletion, {
    kind: 'meta',
    requestedAt: '2026-01-05T12:00:00.000Z',
    finishedAt: '2026-01-05T12:00:05.000Z',
  });
}

const anApprovalLink = (): ApprovalPreview => ({
  username: LONG_NAME,
  team: LONG_EMAIL,
  post: aPost({ caption: LONG_CAPTION }),
  location: 'Feira de Artesanato da Praça da Liberdade, Belo Horizonte, Minas Gerais',
  approval: {
    state: 'awaiting',
    requestedAt: '2026-01-05T12:00:00.000Z',
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    contentHash: 'hash',
    needsOther: false,
    isYours: false,
    answer: null,
  },
  isOver: false,
});

function aStatus(): DataOf<typeof publicStatus> {
  const today = dayKey(new Date());
  const days = Array.from({ length: 90 }, (_, index) => dayKey(startOfDay(today, index - 89)));
  const since = days[0] === undefined ? null : startOfDay(days[0]).toISOString();
  const all = (share: number) => days.map(() => share);
  const component = { state: 'ok' as const, since, ok: 1, measuredByDay: all(1) };
  const healthy = { ...component, okByDay: all(1), downByDay: all(0) };
  return {
    state: 'degraded',
    measuredAt: new Date().toISOString(),
    days,
    components: [
      { ...healthy, id: 'publishing', name: 'Publicação no horário' },
      {
        ...healthy,
        id: 'site',
        name: 'Site e aplicativo',
        ok: 0.998,
        okByDay: [...all(1).slice(0, -5), 0.8, 1, 1, 1, 1],
        downByDay: [...all(0).slice(0, -5), 0.2, 0, 0, 0, 0],
      },
      { ...healthy, id: 'instagram', name: 'Instagram' },
      { ...healthy, id: 'email', name: 'E-mail', state: 'degraded' },
      { ...healthy, id: 'payments', name: 'Pagamentos', state: 'unknown', ok: null },
    ],
    lateness: { p50: 120, p95: 480, p99: 1900 },
    within60s: 0.9993,
    delayedByInstagram: 0.0123,
    incidents: [
      { component: 'email', state: 'degraded', from: new Date().toISOString(), to: null },
      {
        component: 'site',
        state: 'down',
        from: new Date(Date.now() - 5 * 86_400_000).toISOString(),
        to: new Date(Date.now() - 5 * 86_400_000 + 600_000).toISOString(),
      },
    ],
  };
}
