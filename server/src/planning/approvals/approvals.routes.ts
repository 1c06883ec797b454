import * as contract from '@pontual/contract/planning/approvals.ts';
import type { FastifyRequest } from 'fastify';
import type { Throttle } from '../../platform/http/throttle.ts';
import { serve, type ApiRouter } from '../../platform/http/serve.ts';
import type { ApprovalsByLink } from './approval-links.service.ts';
import type { ApprovalRulesService } from './approval-rules.service.ts';
import type { Approvals } from './approvals.service.ts';

export function registerApprovalsRoutes(
  router: ApiRouter,
  {
    approvals,
    approvalRules,
    approvalsByLink,
    throttle,
  }: {
    approvals: Approvals;
    approvalRules: ApprovalRulesService;
    approvalsByLink: ApprovalsByLink;
    throttle: Throttle;
  },
): void {
  /** The throttle prevents guessing of links. */
  const throttleOpening = <T>({ ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'open-link', account: null, address: ip }, act);

  /** An answer can send an email to the team, so the answers by one link are limited. */
  const throttleAnswering = <T>(token: string, { ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt(
      {
        what: 'answer-link',
        account: approvalsByLink.readLinkId(token),
        address: ip,
      },
      act,
    );

  serve(router, contract.readApprovalRules, (_request, member) => approvalRules.read(member));

  serve(router, contract.setApprovalRules, ({ body }, member) => approvalRules.set(member, body));

  serve(router, contract.requestApproval, ({ params, body }, member) =>
    approvals.request(member, params.id, body),
  );

  serve(router, contract.withdrawApproval, async ({ params }, member) => {
    await approvals.withdraw(member, params.id);
    return { approval: null };
  });

  serve(router, contract.answerApproval, async ({ params, body }, member) => ({
    approval: await approvals.answer(member, params.id, body),
  }));

  serve(router, contract.readApprovalLink, ({ body }, _caller, { request }) =>
    throttleOpening(request, () => approvalsByLink.read(body.token)),
  );

  serve(router, contract.answerApprovalLink, ({ body }, _caller, { request }) =>
    throttleOpening(request, () =>
      throttleAnswering(body.token, request, () => approvalsByLink.answer(body)),
    ),
  );
}
