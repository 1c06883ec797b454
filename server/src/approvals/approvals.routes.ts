import * as contract from '@pontual/contract/approvals.ts';
import type { FastifyRequest } from 'fastify';
import type { Throttle } from '../auth/throttle.ts';
import { serve, type Serving } from '../http/serve.ts';
import type { ApprovalsByLink } from './approvals.by-link.ts';
import type { Approvals } from './approvals.service.ts';

/** By one link, and from one address, within the throttle's window. */
const MOST_ANSWERS = { account: 5, address: 300 };

export function registerApprovalsRoutes(
  serving: Serving,
  {
    approvals,
    approvalsByLink,
    throttle,
  }: { approvals: Approvals; approvalsByLink: ApprovalsByLink; throttle: Throttle },
): void {
  /** Nobody finds a link by trying. */
  const opening = <T>({ ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt({ what: 'open-link', account: null, address: ip }, act);

  /** Each answer is mailed to the team: whoever has a link does not send them one after the other. */
  const answering = <T>(token: string, { ip }: FastifyRequest, act: () => Promise<T>) =>
    throttle.attempt(
      {
        what: 'answer-link',
        account: approvalsByLink.named(token),
        address: ip,
        always: true,
        most: MOST_ANSWERS,
      },
      act,
    );

  serve(serving, contract.askApproval, ({ params, body }, member) =>
    approvals.ask(member, params.id, body),
  );

  serve(serving, contract.withdrawApproval, async ({ params }, member) => {
    await approvals.withdraw(member, params.id);
    return { approval: null };
  });

  serve(serving, contract.answerApproval, async ({ params, body }, member) => ({
    approval: await approvals.answer(member, params.id, body),
  }));

  serve(serving, contract.readApprovalLink, ({ body }, _caller, { request }) =>
    opening(request, () => approvalsByLink.read(body.token)),
  );

  serve(serving, contract.answerApprovalLink, ({ body }, _caller, { request }) =>
    opening(request, () => answering(body.token, request, () => approvalsByLink.answer(body))),
  );
}
